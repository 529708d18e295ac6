export type Status = 'ok' | 'warning' | 'problem';

export const GROUPS = [
  'Canary',
  'Real client',
  'Hooks',
  'Dispatcher',
  'Policy',
  'State',
  'Environment',
  'Versions',
] as const;
export type GroupName = (typeof GROUPS)[number];

/** One thing that doctor checked. */
export interface DoctorCheck {
  group: GroupName;
  /** Stays the same from version to version, for scripts. */
  id: string;
  status: Status;
  what: string;
  /** Files, and what in them it is about. */
  where: string[];
  /** What a person can do about it; null where nothing is wrong. */
  fix: string | null;
}

interface Details {
  where?: string | readonly string[] | null | undefined;
  fix?: string;
}

/** How the checks of one group are written down. */
export interface Notes {
  ok: (id: string, what: string, details?: Details) => void;
  warn: (id: string, what: string, details: Details & { fix: string }) => void;
  fail: (id: string, what: string, details: Details & { fix: string }) => void;
  all: DoctorCheck[];
}

export function notesOf(group: GroupName): Notes {
  const all: DoctorCheck[] = [];
  const note =
    (status: Status) =>
    (id: string, what: string, { where, fix }: Details = {}): void =>
      void all.push({ group, id, status, what, where: [where ?? []].flat(), fix: fix ?? null });
  return { ok: note('ok'), warn: note('warning'), fail: note('problem'), all };
}
