/** Builds names from a template. Pure. */

/**
 * Omits unknown parts, the brackets that they leave empty, and dashes at both ends of the result.
 */
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
