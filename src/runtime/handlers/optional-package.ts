export interface OptionalPackage<M> {
  name: string;
  /** The handler types that need it, as a person writes them in settings. */
  handlers: readonly string[];
  load: () => Promise<M>;
}

export type LoadedPackage<M> = { module: M } | { problem: string };

/** Few hooks ask a model or an MCP server, so the clients for that are not installed with hookctl. */
export async function loadOptional<M>({ name, handlers, load }: OptionalPackage<M>): Promise<LoadedPackage<M>> {
  try {
    return { module: await load() };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // An installed package that lacks one of its parts is a different problem, and its own error says so.
    if (code !== 'ERR_MODULE_NOT_FOUND' || !message.includes(`'${name}'`)) throw error;
    const types = handlers.map((type) => `"${type}"`).join(' and ');
    return {
      problem: `handlers of type ${types} need the package ${name}, which is not installed; run: npm install ${name} (with -g if hookctl is installed globally)`,
    };
  }
}
