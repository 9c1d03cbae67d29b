export const redacted = '<redacted>'

const patterns: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/"]{0,200}:)[^\s@/"]{1,500}@/gi, `$1${redacted}@`],
  [/\b(Bearer )[\w.~+/=-]{8,}/gi, `$1${redacted}`],
  [/\b(Authorization\W{1,4}Basic )[\w+/=-]+/gi, `$1${redacted}`],
  [
    /([?&#](?:api_?key|(?:access_|refresh_|setup_)?token|password|secret|key|code)=)[^&\s"#\\]+/gi,
    `$1${redacted}`,
  ],
]

/** Takes passwords in addresses, bearer tokens and credentials in query strings out of a text. */
export function scrub(text: string): string {
  return patterns.reduce((scrubbed, [pattern, instead]) => scrubbed.replace(pattern, instead), text)
}
