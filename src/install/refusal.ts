/** Something stands against it: what, where, and what to do. Nothing was written. */
export class Refusal extends Error {}
