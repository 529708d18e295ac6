import { expect, test } from 'vitest';
import { analyse } from '../../../index.ts';
import { serviceLoss } from './service-losses.ts';

test.each<[string, ...string[]]>([
  ['volumes delete v1', 'service-destroys', 'delete', 'volume'],
  ['delete volume v1', 'service-destroys', 'delete', 'volume'],
  ['--profile prod apps:destroy web', 'service-destroys', 'destroy', 'app'],
  ['rds delete-db-instance x', 'service-destroys', 'delete', 'instance'],
  ['ecs DeleteInstance', 'service-destroys', 'delete', 'instance'],
  ['undeploy prod', 'service-destroys', 'undeploy'],
  ['bucket rm b', 'service-destroys', 'rm', 'bucket'],
  ['--app shop destroy', 'service-destroys', 'destroy'],
  ['delete --yes', 'service-destroys', 'delete'],
  ['clusters permanent-delete c', 'service-destroys', 'delete', 'cluster'],
  ['db reset', 'database-command', 'db:reset'],
  ['prisma migrate reset --force', 'database-command', 'migrate:reset'],
  ['db.reset', 'database-command', 'db.reset'],
  ['db:wipe', 'database-command', 'db:wipe'],
  ['migrate:fresh --seed', 'database-command', 'migrate:fresh'],
])('x %s loses something', (words, ...loss) => {
  expect(serviceLoss('x', words.split(' '))).toEqual(loss);
});

test.each([
  'volumes list',
  'label delete v1',
  'buckets remove-iam-policy-binding b',
  'service rm s',
  'delete 5',
  'build app',
  'notes delete-comment c',
])('x %s loses nothing', (words) => {
  expect(serviceLoss('x', words.split(' '))).toBeUndefined();
});

test.each([
  ['a rehearsal', 'acmecloud volumes delete v1 --dry-run'],
  ['a generator', 'rails destroy model user'],
  ['a cluster for development', 'kind delete cluster'],
  ["the project's own program", './bin/acme volumes delete v1'],
  ['a list of processes', 'pm2 delete app'],
  ['a letter typed twice', 'awss ec2 terminate-instances --instance-ids i-1'],
  ['a letter left out', 'ntlify sites:delete'],
  ['two letters that changed places', 'kubeclt delete namespace x'],
])('%s destroys nothing', (_, command) => {
  expect(programsIn(command)).not.toContain('service-destroys');
});

test.each(['awsx rds instance delete x', 'helm2 cluster delete x', 'nomad2 volume delete x', 'vaults bucket purge x'])(
  'another name is another program: %s',
  (command) => {
    expect(programsIn(command)).toContain('service-destroys');
  },
);

test.each([
  ['heroku run dropdb prod', 'dropdb'],
  ["fly ssh console -C 'dropdb prod'", 'dropdb'],
  ['gcloud compute ssh vm -- dropdb prod', 'dropdb'],
  ["aws ssm send-command --parameters commands='dropdb prod'", 'dropdb'],
  ['nomad alloc exec abc dropdb prod', 'dropdb'],
])('%s runs a command elsewhere', (command, program) => {
  expect(programsIn(command)).toContain(program);
});

test('the name of a test is no command', () => {
  expect(programsIn('acmetest run -t "git reset --hard"')).not.toContain('git');
});

function programsIn(command: string): string[] {
  const { invocations } = analyse(command, { cwd: '/home/dev/app', home: '/home/dev' });
  return invocations.map(({ program }) => program);
}
