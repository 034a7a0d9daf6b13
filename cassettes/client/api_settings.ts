/** Address and key of an API as a user gives them: made fit to be used, or refused without being repeated. */

/** A setting that cannot be used. Its message shows nothing that may be secret. */
export class ApiSettingError extends Error {
  override readonly name = 'ApiSettingError';
}

/** The address without white space around it. `name` says where it was set. */
export function readBaseUrl(given: string, name: string): string {
  const url = given.trim();
  const shown = /[@?#]/.test(url) ? 'what is given' : `"${url}"`;
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new ApiSettingError(`${name}: ${shown} is no http(s) URL`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new ApiSettingError(`${name}: the URL holds a user name or a password; give credentials as OPENAI_API_KEY`);
  }
  if (/[?#]/.test(url)) {
    throw new ApiSettingError(`${name}: the URL of an API ends with its path; take out what follows "?" or "#"`);
  }
  return url;
}

/** A value for a header, without white space around it. */
export function readHeaderValue(given: string, name: string): string {
  const value = given.trim();
  if (/\s/.test(value)) throw new ApiSettingError(`${name} holds white space within; was something pasted with it?`);
  if (/[^\x21-\x7e]/.test(value)) throw new ApiSettingError(`${name} holds a character that no header can carry`);
  return value;
}
