/** The part a program plays in a pipeline: the words of `pipes: network > shell`. */
export type ProgramKind = 'shell' | 'interpreter' | 'network' | 'decoder' | 'privilege' | 'other';
