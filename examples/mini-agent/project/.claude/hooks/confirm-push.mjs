// A JSON answer with exit 0: here the user is asked.
const reason = 'This rewrites the history of the remote branch. Go on?';
const answer = { hookEventName: 'PreToolUse', permissionDecision: 'ask', permissionDecisionReason: reason };
console.log(JSON.stringify({ hookSpecificOutput: answer }));
