import { readFileSync } from 'node:fs';
import { batchCase, commandCases, mutate, payloadFor, randomFrom } from './cases.ts';
import { nativeMissing, openHosts } from './hosts.ts';
import { seedCommands } from './seed-commands.ts';

const option = (name: string, otherwise: number): number => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
};

const count = option('count', 100_000);
const seed = option('seed', Date.now() % 1_000_000_007);
const ROUND = 5_000;

if (nativeMissing) console.log('skipped: there is no native dispatcher (npm run build:native)');
else process.exitCode = await fuzz();

async function fuzz(): Promise<number> {
  console.log(`fuzz: ${count} payloads, seed ${seed}`);
  const random = randomFrom(seed);
  const commands = seedCommands();
  const hosts = await openHosts(readFileSync('test/native/policy.yaml', 'utf8'));
  try {
    for (let done = 0; done < count; done += ROUND) {
      const cases = Array.from({ length: Math.min(ROUND, count - done) }, () => {
        const command = commands[random(commands.length)] ?? '';
        const [, , spoilt = ''] = commandCases(command, random);
        const payload = payloadFor(random(3) === 0 ? mutate(spoilt, random) : spoilt, random);
        return batchCase(payload, random);
      });
      const different = await hosts.compare(cases);
      for (const one of different.slice(0, 5)) console.error(JSON.stringify(one, null, 2));
      if (different.length > 0) {
        console.error(`${different.length} answers are unsound or differ; again with --seed ${seed}`);
        return 1;
      }
      console.log(`${Math.min(done + ROUND, count)} alike`);
    }
    return 0;
  } finally {
    hosts.close();
  }
}
