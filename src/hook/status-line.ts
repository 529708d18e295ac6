import type { HookHost } from './host.ts';

/** One line for the agent's own status line: the state of the policy, and how many calls of this session it has refused. */
export function statusLine({ compiled, mode, sessions }: HookHost, session: string | null): string {
  const { impaired, problems, untrusted = [] } = compiled.manifest;
  // Each refused call once, as often as the agent may have tried it.
  const refused = session === null ? 0 : sessions.fold(session).codesOffered.size;
  const parts = [
    impaired ? 'policy broken, see `hookctl check`' : (mode ?? 'enforce'),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(!impaired && problems.length > 0 ? ['policy has errors, see `hookctl check`'] : []),
    ...(untrusted.length > 0 ? ['policy not trusted, see `hookctl trust`'] : []),
  ];
  return `hookctl ${parts.join(' · ')}`;
}
