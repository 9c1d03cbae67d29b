/** Builds names from a template. Pure. */

/** Unknown parts are omitted along with the brackets and dashes around them. */
export function fillTemplate(
  template: string,
  parts: Readonly<Record<string, string | undefined>>,
): string {
  return template
    .replace(/\{(\w{1,30})\}/g, (_, name: string) => parts[name]?.trim() ?? '')
    .replace(/\(\s*\)|\[\s*\]/g, '')
    .replace(/\s+/g, ' ')
    .replace(/^[\s–-]+|[\s–-]+$/g, '')
}
