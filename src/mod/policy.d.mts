import type { ModPolicy } from './mod-policy.ts';

/** Written by `hookctl mod` beside the bundled module. */
declare const policy: ModPolicy;
export default policy;
