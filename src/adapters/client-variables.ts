/**
 * The client whose protocol is in `protocol/events`, whose hooks `runtime` runs and whose settings `lint` reads. Both are about this one client by
 * nature (docs/decisions/099), but its names are kept with its adapter.
 */
export { VARIABLE_PREFIX as CLIENT_VARIABLE_PREFIX, VARIABLES as CLIENT_VARIABLES } from './claude-code/variables.ts';
