/**
 * The OpenMetrics form of a text in Prometheus' own. prom-client can write both, but writing one spoils
 * the names of counters for the other.
 */
export function toOpenMetrics(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '')
  const counterNames = new Set(
    lines.map((line) => /^# TYPE (\S+)_total counter$/.exec(line)?.[1]).filter((name) => !!name),
  )
  const converted = lines.map((line) => {
    const [, word, name, rest] = /^# (HELP|TYPE) (\S+)_total (.*)$/.exec(line) ?? []
    return counterNames.has(name) ? `# ${word} ${name} ${rest}` : line
  })
  return `${converted.join('\n')}\n# EOF\n`
}
