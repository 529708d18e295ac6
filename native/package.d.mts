/** Writes the package for a platform into `place` and returns its name. `executable`: in place of what was built. */
export function writePlatformPackage(platform: string, place: string, executable?: string): string;
