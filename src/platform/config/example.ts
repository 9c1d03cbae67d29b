import { type OptionKey, optionKeys, optionOf } from './model'

const width = 100

const heading = `# The settings of Quire. Every setting is shown with its default; to change one, take away the "#"
# before its name and keep the spaces. A misspelled name stops the start.
#
# Read in this order, the first that says something wins: command line, environment, the file
# service.local.yaml beside this one, this file, defaults. In the environment a setting is named
# SERVICE_, its path with "__" between the parts, in capitals: SERVICE_SERVER__PORT=9000.
# Secrets may also be files: SERVICE_AUTH__JWT_SECRET_FILE=/run/secrets/jwt.
#
# Keep secrets out of this file: put them into the environment or into service.local.yaml, and keep
# that one out of version control. Nothing is replaced here: \${NAME} is taken as it stands.
# Relative paths start at the folder of the file that names them.
# "quire config check" tells whether everything is right.
`

/** The text of `service.yaml.example`, which `quire config init` also writes. */
export function exampleFile(): string {
  return (
    heading +
    renderSettings((key, indent) => {
      const words = wrap(optionOf(key).says, width - indent.length - 2)
      const lines = words.map((line) => `${indent}# ${line}`)
      return `\n${lines.join('\n')}\n${indent}#${lastPart(key)}:${shownDefault(key)}\n`
    })
  )
}

/** Sections as YAML in the order of the table, each setting as `render` shows it. */
export function renderSettings(render: (key: OptionKey, indent: string) => string): string {
  let text = ''
  let open: string[] = []
  for (const key of optionKeys) {
    const sections = key.split('.').slice(0, -1)
    const shared = sections.findIndex((name, depth) => open[depth] !== name)
    for (let depth = shared < 0 ? sections.length : shared; depth < sections.length; depth++) {
      text += `${depth === 0 ? '\n' : ''}${'  '.repeat(depth)}${sections[depth] ?? ''}:\n`
    }
    open = sections
    text += render(key, '  '.repeat(sections.length))
  }
  return text
}

export const lastPart = (key: string) => key.slice(key.lastIndexOf('.') + 1)

function shownDefault(key: OptionKey): string {
  const option = optionOf(key)
  const shown = option.shown ?? option.default
  return shown === undefined ? '' : ` ${yamlValue(shown)}`
}

/** A value as one line of YAML; texts get quotes only where they need them. */
export function yamlValue(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[\w./][\w./-]*$/.test(value)
  return isPlain ? value : JSON.stringify(value)
}

function wrap(sentence: string, columns: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of sentence.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
