/** Words in front of a name that gets a value. */
export const DECLARES = /^(my|our|local|const|let|var|val|auto|final)$/;

/** Words in front of a value that do not change what it is. */
export const PREFIXES = /^(new|await|return|yield|my|our|local|var|val|scalar|const|let|try|not)$/;

/** Words in front of a condition in brackets. */
export const CONTROLS = /^(if|elif|elsif|elseif|unless|while|until|switch|catch)$/;

/** Operators in words. They call nothing, and what is compared is no argument; but what is in the brackets behind may be called: `x and (f)(y)`. */
export const OPERATORS = /^(in|and|or|xor|instanceof)$/;
