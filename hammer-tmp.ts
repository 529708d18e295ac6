import { writer } from './test/audit/support/writers.ts';
const w = writer(process.argv[2]!); for (let i=0;i<250;i++) w.write({reason:'x'.repeat(700 + (i%7)*90)});
