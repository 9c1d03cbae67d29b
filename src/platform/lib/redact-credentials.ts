export const redactedText = '<redacted>'

const patterns: readonly (readonly [RegExp, string])[] = [
  [/([a-z][a-z0-9+.-]{1,30}:\/\/[^\s:@/"]{0,200}:)[^\s@/"]{1,500}@/gi, `$1${redactedText}@`],
  [/\b(Bearer )[\w.~+/=-]{8,}/gi, `$1${redactedText}`],
  [/\b(Authorization\W{1,4}Basic )[\w+/=-]+/gi, `$1${redactedText}`],
  [
    /([?&#](?:api_?key|(?:access_|refresh_|setup_)?token|password|secret|key|code)=)[^&\s"#\\]+/gi,
    `$1${redactedText}`,
  ],
]

/**
 * Removes passwords in URLs, bearer and basic credentials in headers, and credentials in query
 * strings.
 */
export function redactCredentials(text: string): string {
  return patterns.reduce(
    (scrubbed, [pattern, replacement]) => scrubbed.replace(pattern, replacement),
    text,
  )
}
