/** `hookctl`: both ends of the hook protocol. The rooms have entries of their own: `hookctl/protocol`, `hookctl/runtime`. */
export * from './protocol/index.ts';
export * from './runtime/index.ts';
