import { openCodeStore } from '../history/opencode-store.ts';
import type { TranscriptReader } from '../transcript-reader.ts';
import { kilo } from './index.ts';

export const kiloTranscripts: TranscriptReader = openCodeStore(kilo, (tables) => 'kilo_board' in tables);
