/** What `npm install hookctl` may bring without the native package; docs/release.md says it to people. */
export const MOST_PACKAGES = 15;
export const MOST_MEGABYTES = 10.5;
