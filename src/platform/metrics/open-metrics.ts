/**
 * Converts Prometheus text to OpenMetrics. prom-client writes both forms, but writing one breaks
 * the
 * counter names of the other.
 */
export function convertToOpenMetrics(text: string): string {
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
