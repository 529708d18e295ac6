/** What a person has permitted once. The text of the whole call (`call-text.ts`) says which call; the host holds grants against its SHA-256. */
export interface Grants {
  /** Spends a person's grant for exactly this call; false where there is none. */
  consume: (call: string, now: number) => boolean;
  /** Keeps a refused call, so that a person can be shown all of it, and returns its SHA-256. Null: it cannot be kept. */
  offer: (call: string) => string | null;
}

/** Nothing can be granted: for policy tests, `explain` and the past. */
export const NO_GRANTS: Grants = { consume: () => false, offer: () => null };
