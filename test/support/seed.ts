import { configureGlobal } from 'fast-check';

// The same cases on every machine, so that a run can be repeated; HOOKCTL_SEED=random looks for new ones.
const wanted = process.env['HOOKCTL_SEED'] ?? '20261116';
if (wanted !== 'random') configureGlobal({ seed: Number(wanted) });
