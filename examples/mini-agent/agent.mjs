// The loop of a coding agent, and the six places where it asks its hooks.

/** Context that hooks give before the first prompt. */
export async function startSession({ hooks, show }) {
  const started = await hooks.fire('SessionStart', { source: 'startup' });
  return tellModel(started, [], show);
}

/** One prompt, up to the model's last word. */
export async function runTurn(agent, prompt, context = []) {
  const { hooks, model, show } = agent;
  show('user', prompt);
  const submitted = await hooks.fire('UserPromptSubmit', { prompt });
  if (!submitted.proceeds) return tellUser(submitted, show);
  const conversation = [...context, { from: 'user', text: prompt }];
  tellModel(submitted, conversation, show);
  for (;;) {
    const reply = await model(conversation);
    conversation.push({ from: 'model', ...reply });
    if (reply.call === undefined) {
      show('model', reply.text);
      const stop = await hooks.fire('Stop', { last_assistant_message: reply.text });
      tellUser(stop, show);
      // A refused stop is one more round; after too many in a row the runtime lets the turn end.
      if (stop.proceeds) return;
      tellModel(stop, conversation, show);
      continue;
    }
    const result = await useTool(agent, reply.call, conversation);
    conversation.push({ from: 'tool', text: result.text });
    if (result.endsTurn) return;
  }
}

/** A tool call with the hooks around it. */
async function useTool({ hooks, tools, askUser, show }, { tool, input }, conversation) {
  show('model', `${tool} ${JSON.stringify(input)}`);
  const call = { tool_name: tool, tool_input: input };
  const before = await hooks.fire('PreToolUse', call);
  const endsTurn = !before.continue;
  tellUser(before, show);
  if (!before.proceeds) return { text: textForModel(before, show), endsTurn };
  if (before.permission === 'ask' && !askUser(before.reason)) {
    show('user', 'no');
    return { text: `The user refused: ${before.reason}`, endsTurn };
  }
  tellModel(before, conversation, show);
  if (before.updatedInput !== null) show('hook', `changed the input to ${JSON.stringify(before.updatedInput)}`);
  const ran = { tool_name: tool, tool_input: before.updatedInput ?? input };
  const result = tools[tool](ran.tool_input);
  show('tool', result.text);
  const after = result.ok
    ? await hooks.fire('PostToolUse', { ...ran, tool_response: result.response })
    : await hooks.fire('PostToolUseFailure', { ...ran, error: result.text });
  tellModel(after, conversation, show);
  return { text: result.text, endsTurn: endsTurn || !after.continue };
}

/** What hooks say reaches its reader in the words the runtime has chosen; the agent only delivers it. */
function tellModel(report, conversation, show) {
  const text = textForModel(report, show);
  if (text !== '') conversation.push({ from: 'hook', text });
  return conversation;
}

function textForModel({ messages }, show) {
  const texts = messages.filter(({ to }) => to === 'model').map(({ text }) => text);
  for (const text of texts) show('hook', text);
  return texts.join('\n\n');
}

function tellUser({ messages }, show) {
  for (const { to, text } of messages) if (to === 'user') show('hook', text);
}
