/** A reason not to proceed: what, where, and what to do. Nothing was written. */
export class Refusal extends Error {}
