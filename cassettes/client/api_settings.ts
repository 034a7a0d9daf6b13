/** The message contains no secret. */
export class ApiSettingError extends Error {
  override readonly name = 'ApiSettingError';
}

export function readBaseUrl(given: string, name: string): string {
  const url = given.trim();
  const shown = /[@?#]/.test(url) ? 'the value' : `"${url}"`;
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

export function readHeaderValue(given: string, name: string): string {
  const value = given.trim();
  if (/\s/.test(value)) throw new ApiSettingError(`${name} holds white space within; was something pasted with it?`);
  if (/[^\x21-\x7e]/.test(value)) throw new ApiSettingError(`${name} holds a character that no header can carry`);
  return value;
}
