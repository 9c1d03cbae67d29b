/**
 * A user-facing message is a stable code with parameters. Messages are stored and published in this
 * form. English text is rendered at the edge (`renderMessage`, `withText`), and other languages are
 * rendered by the interface.
 */

declare const brand: unique symbol

/**
 * The name of the layer or module, a dot, and the name of the message, such as
 * `libraries.name_taken`. Only `defineMessages` creates codes, so text or codes written elsewhere
 * do not compile.
 */
export type MessageCode = string & { readonly [brand]: 'code' }

/** English text of a message. Only `renderMessage` creates it, so other text does not compile. */
export type MessageText = string & { readonly [brand]: 'text' }

/** Text in parameters is data, such as a path or a name, and is never translated. */
type Param = string | number | Message

export interface Message {
  readonly code: MessageCode
  readonly params: Readonly<Record<string, Param>>
}

/**
 * A message as it is sent, with the English text of the message and of the messages in its
 * parameters.
 */
export interface MessageWithText extends Message {
  readonly message: MessageText
}

/**
 * Names of the placeholders in a template: `{name}` and `{count, plural, one {# book} other {#
 * books}}`.
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
 * Defines the messages of a module: each key becomes a function that takes the parameters of its
 * English template. Throws if a code is defined twice.
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

/** Returns the code and English template of each message that the loaded modules define. */
export const listTemplates = (): ReadonlyMap<string, string> => templates

/**
 * Renders the English text of a message. If the code comes from another version of Quire and has no
 * template here, returns the code itself.
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

/** Adds English text to a finding. `code` is the kind of the finding, not the message code. */
export function findingWithText({ code: kind, message }: { code: string; message: Message }) {
  const { code: messageCode, ...rest } = withText(message)
  return { code: kind, messageCode, ...rest }
}

/** Adds English text to a message and to the messages in its parameters. */
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
