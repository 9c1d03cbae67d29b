import { type OptionKey, optionKeys, getOption } from './model'

const maxWidth = 100

const header = `# Settings of Quire. Each setting is shown with its default. To change one, remove the "#" in front
# of its name and keep the indentation. Quire does not start if it finds unknown names.
#
# Priority: command line, environment, service.local.yaml beside this file, this file, defaults.
# The name of an environment variable is SERVICE_ and the path of the setting in upper case, with
# "__" between its parts: SERVICE_SERVER__PORT=9000. Secrets can be read from files:
# SERVICE_AUTH__JWT_SECRET_FILE=/run/secrets/jwt.
#
# Keep secrets out of this file: use the environment or service.local.yaml, and keep that file out
# of version control. Placeholders such as \${NAME} are not expanded.
# Relative paths are relative to the folder of the file that contains them.
# "quire config check" checks the settings.
`

/** Renders the content of `service.yaml.example`, which `quire config init` also writes. */
export function renderExampleFile(): string {
  return (
    header +
    renderSettings((key, indent) => {
      const lines = wrapText(getOption(key).description, maxWidth - indent.length - 2).map(
        (line) => `${indent}# ${line}`,
      )
      return `\n${lines.join('\n')}\n${indent}#${getLastPart(key)}:${formatDefault(key)}\n`
    })
  )
}

/** Renders sections as YAML in table order, using `render` for each setting. */
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

export const getLastPart = (key: string) => key.slice(key.lastIndexOf('.') + 1)

function formatDefault(key: OptionKey): string {
  const option = getOption(key)
  const shown = option.example ?? option.default
  return shown === undefined ? '' : ` ${formatYamlValue(shown)}`
}

/** Formats a value as one line of YAML. Text is quoted only where YAML needs it. */
export function formatYamlValue(value: unknown): string {
  const isPlain = typeof value === 'string' && /^[\w./][\w./-]*$/.test(value)
  return isPlain ? value : JSON.stringify(value)
}

function wrapText(sentence: string, columns: number): string[] {
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
