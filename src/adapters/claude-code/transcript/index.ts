import type { TranscriptReader } from '../../transcript-reader.ts';
import { VARIABLES } from '../variables.ts';
import { endConversation, openConversation, readLine } from './conversation.ts';
import { groupBySession } from './group-by-session.ts';
import { factsOfLine } from './line-facts.ts';

/** Claude Code writes one JSONL file per session, and one per subagent, below `projects` in its configuration directory. */
export const transcripts: TranscriptReader = {
  directory: ({ env, home }) => `${env[VARIABLES.configDir] || `${home}/.claude`}/projects`,
  isTranscript: (path) => path.endsWith('.jsonl'),
  recognises: (line) => 'sessionId' in line && !('projectHash' in line) && !('provenance' in line),
  groupBySession,
  open: (file, options) => {
    const conversation = openConversation({ ...options, file: file.path, agentType: file.agentType });
    return {
      read: (line, number) => {
        const facts = factsOfLine(line);
        return facts === null ? [] : readLine(conversation, facts, number);
      },
      end: () => endConversation(conversation),
    };
  },
};
