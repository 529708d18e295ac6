import { openCodeStore } from '../history/opencode-store.ts';
import type { TranscriptReader } from '../transcript-reader.ts';
import { opencode } from './index.ts';

export const opencodeTranscripts: TranscriptReader = openCodeStore(opencode, (tables) => !('kilo_board' in tables));
