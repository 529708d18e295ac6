import { describe, expect, it, onTestFinished } from 'vitest';
import { recordId } from '../../src/audit/record/record-id.ts';
import { createTeamReader } from '../../src/server/team/page/team-reader.ts';
import { openTeamStore } from '../../src/store/postgres/team-store.ts';
import { published } from '../team/published.ts';
import { DATABASE, freshDatabase } from './opened.ts';
import { READ_POLICY, readCases } from './read.case.ts';
import { recordAt, refusal, storedDecision } from './records.ts';

describe.skipIf(DATABASE.url === '')('PostgreSQL', () => {
  readCases('the database of a team', async () => {
    const { url } = await freshDatabase();
    const store = await openTeamStore({ url, server: 'test' });
    onTestFinished(store.close);
    await published(store, READ_POLICY);
    return {
      put: (record, id, facts = []) =>
        store.units.unit({ team: 'acme', sessions: [record.session], repeated: [] }, (unit) => {
          unit.sessions.append(record.session, facts);
          unit.add(storedDecision(record, id));
        }),
      reader: createTeamReader({ store, team: 'acme', version: '0.1.0' }),
    };
  });

  it('counts latency and hits once for each decision, however many are stored at once', async () => {
    const { url } = await freshDatabase();
    const one = await openTeamStore({ url, server: 'a' });
    const two = await openTeamStore({ url, server: 'b' });
    onTestFinished(async () => {
      await one.close();
      await two.close();
    });
    const at = Date.now();
    await Promise.all(
      Array.from({ length: 60 }, (_, number) => {
        const { units } = number % 2 === 0 ? one : two;
        const decision = storedDecision(recordAt(at, refusal('no-x')), recordId(at + number));
        return units.unit({ team: 'acme', sessions: [`s${number}`], repeated: [] }, (unit) => unit.add(decision));
      }),
    );
    const span = { since: at - 3_600_000, until: at + 3_600_000 };
    const [pace, tallies] = [await one.reads.pace('acme', span), await one.reads.tallies('acme', span)];
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
    expect([sum(pace.flatMap(({ buckets }) => buckets)), sum(tallies.map(({ hits }) => hits))]).toEqual([60, 60]);
  });
});
