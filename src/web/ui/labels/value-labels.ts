/** Formats any value as one short line. */
export function formatValue(value: unknown): string {
  const words = whole(value)
  return words.length > most ? `${words.slice(0, most).trimEnd()}…` : words
}

const most = 90

function whole(value: unknown): string {
  if (Array.isArray(value)) return value.map(whole).join(', ')
  if (typeof value === 'object' && value !== null) {
    const { name, title, url } = value as { name?: string; title?: string; url?: string }
    return name ?? title ?? url ?? ''
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
