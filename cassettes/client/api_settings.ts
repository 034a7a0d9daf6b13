/** The message contains no secret. */
export class ApiSettingError extends Error {
  override readonly name = 'ApiSettingError';
}

export function readBaseUrl(value: string, name: string): string {
  const url = value.trim();
  const quoted = /[@?#]/.test(url) ? 'the value' : `"${url}"`;
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new ApiSettingError(`${name}: ${quoted} is not an http(s) URL`);
  }
  if (address.username !== '' || address.password !== '') {
    throw new ApiSettingError(`${name}: the URL contains a user name or a password; set OPENAI_API_KEY instead`);
  }
  if (/[?#]/.test(url)) {
    throw new ApiSettingError(`${name}: an API URL has no "?" or "#"; remove what follows it`);
  }
  return url;
}

export function readHeaderValue(value: string, name: string): string {
  const text = value.trim();
  if (/\s/.test(text)) throw new ApiSettingError(`${name} contains whitespace; check what you pasted`);
  if (/[^\x21-\x7e]/.test(text)) throw new ApiSettingError(`${name} contains a character that no HTTP header allows`);
  return text;
}
