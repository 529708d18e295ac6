import { transcripts as claudeCode } from './claude-code/transcript/index.ts';
import type { TranscriptReader } from './transcript-reader.ts';

/** The agents whose transcripts `replay` can read. Apart from the adapters themselves, so that no hook loads this code. */
export const TRANSCRIPT_READERS: readonly TranscriptReader[] = [claudeCode];
