/**
 * Variables that name the file or the directory in which a program keeps what it knows, with the place below the home directory that holds where nobody has
 * moved it. A command that reads `$KUBECONFIG` reads the credentials of the user, wherever they are; these places let the rules on them apply.
 */
const USUAL_PLACES: Readonly<Record<string, string>> = {
  APPDATA: 'AppData/Roaming',
  AWS_CONFIG_FILE: '.aws/config',
  AWS_SHARED_CREDENTIALS_FILE: '.aws/credentials',
  AZURE_CONFIG_DIR: '.azure',
  CLOUDSDK_CONFIG: '.config/gcloud',
  DOCKER_CONFIG: '.docker',
  GH_CONFIG_DIR: '.config/gh',
  GNUPGHOME: '.gnupg',
  GOOGLE_APPLICATION_CREDENTIALS: '.config/gcloud/application_default_credentials.json',
  HISTFILE: '.bash_history',
  KUBECONFIG: '.kube/config',
  LOCALAPPDATA: 'AppData/Local',
  NETRC: '.netrc',
  NPM_CONFIG_USERCONFIG: '.npmrc',
  PASSWORD_STORE_DIR: '.password-store',
  PGPASSFILE: '.pgpass',
  // Windows' name for the home directory itself.
  USERPROFILE: '',
  XDG_CONFIG_HOME: '.config',
  XDG_DATA_HOME: '.local/share',
};

export function usualPlace(home: string, name: string): string | undefined {
  const place = Object.hasOwn(USUAL_PLACES, name) ? USUAL_PLACES[name] : undefined;
  if (place === undefined) return undefined;
  return place === '' ? home : `${home}/${place}`;
}
