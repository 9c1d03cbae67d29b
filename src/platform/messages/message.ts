/**
 * User-facing messages: a stable code with parameters. Messages are stored and sent as such;
 * English is rendered at the edge (`renderMessage`, `withText`), other languages are rendered by
 * the interface.
 */

declare const brand: unique symbol

/**
 * Layer or module and name, such as `libraries.name_taken`. Only `defineMessages` creates codes: a
 * sentence or code written elsewhere does not compile.
 */
export type MessageCode = string & { readonly [brand]: 'code' }

/** English text of a message. Only `renderMessage` creates it: other text does not compile. */
export type MessageText = string & { readonly [brand]: 'text' }

/** Text parameters are data, such as a path or name, and are never translated. */
type Param = string | number | Message

export interface Message {
  readonly code: MessageCode
  readonly params: Readonly<Record<string, Param>>
}

/** A message as sent, including its English text and that of each message in its parameters. */
export interface MessageWithText extends Message {
  readonly message: MessageText
}

/**
 * Placeholder names in a template: `{name}` and `{count, plural, one {# book} other {# books}}`.
 */
type PlacesIn<Template extends string> = Template extends `${string}{${infer Inner}}${infer Rest}`
  ? NameOf<Inner> | PlacesIn<Rest>
  : never
type NameOf<Inner extends string> = Inner extends `${infer Name}, plural${string}`
  ? Name
  : Inner extends `${string} ${string}` | `#${string}`
    ? never
    : Inner

type Create<Template extends string> = [PlacesIn<Template>] extends [never]
  ? () => Message
  : (params: Readonly<Record<PlacesIn<Template>, Param>>) => Message

const templates = new Map<string, string>()

/**
 * Defines the messages of a module: each key becomes a function that takes the parameters of its English
 * template. Throws when a code is defined twice.
 */
export function defineMessages<const Templates extends Record<string, string>>(
  prefix: string,
  english: Templates,
): { readonly [Key in keyof Templates]: Create<Templates[Key]> } {
  const creators = Object.entries(english).map(([key, template]) => {
    const code = `${prefix}.${key}` as MessageCode
    if (templates.has(code)) throw new Error(`Message defined twice: ${code}`)
    templates.set(code, template)
    return [key, (params: Message['params'] = {}): Message => ({ code, params })]
  })
  return Object.fromEntries(creators) as { [Key in keyof Templates]: Create<Templates[Key]> }
}

/** Code and English template of every message defined in the loaded modules. */
export const listTemplates = (): ReadonlyMap<string, string> => templates

/**
 * The English text. A code from another version of Quire, without a template here, is returned
 * unchanged.
 */
export function renderMessage({ code, params }: Message): MessageText {
  const template = templates.get(code) ?? code
  const text = template.replaceAll(place, (_, name: string, one?: string, other?: string) => {
    const value = params[name] ?? ''
    if (one === undefined || other === undefined) return renderParam(value)
    return (value === 1 ? one : other).replaceAll('#', renderParam(value))
  })
  return text as MessageText
}

const place = /\{(\w+)(?:, plural, one \{([^{}]*)\} other \{([^{}]*)\})?\}/g

const renderParam = (value: Param) =>
  typeof value === 'object' ? renderMessage(value) : String(value)

/** A finding as it is sent: its own `code` is its kind. */
export function findingWithText({ code: kind, message }: { code: string; message: Message }) {
  const { code: messageCode, ...rest } = withText(message)
  return { code: kind, messageCode, ...rest }
}

/** The message as it is sent. */
export function withText(message: Message): MessageWithText {
  const params = Object.entries(message.params).map(([name, value]) => [
    name,
    typeof value === 'object' ? withText(value) : value,
  ])
  return {
    message: renderMessage(message),
    code: message.code,
    params: Object.fromEntries(params) as Message['params'],
  }
}
