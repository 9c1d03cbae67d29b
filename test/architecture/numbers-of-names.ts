/** Names in the singular for lists, and in the plural for one thing. Pure. */

const typed = /(?<![\w.'"-])(\w+)\??: (?:readonly )?([A-Z]\w*)(\[\])?(?=\s*(?:[,;)\n=|}]|$))/g
const collected = /(?<![\w.'"-])(\w+)\??: (?:Readonly)?(?:Map|Set|Array)<(?:[^<>,]+, )?([A-Z]\w*)>/g
const assigned = /(?:const|let) ((\w+) = (?:await )?([a-z]+)([A-Z]\w*)\()(.*)/g

/** Verbs of functions that return one thing, or nothing. */
const findingOne = new Set(['build', 'create', 'find', 'get', 'make', 'parse', 'pick', 'read'])

/** Types that are named by an adjective, or by a word without a plural. */
const hasNoPlural = (type: string) =>
  /ed$|s$|^(?:Found|Open|Pending)$|(?:Metadata|Read)$/.test(type)

/** Parameters of the API, which may be repeated. */
const repeated = new Set(['readStatus'])

export const findWrongNumbers = (text: string): string[] => [
  ...findTyped(text),
  ...findCollected(text),
  ...findAssigned(text),
]

const findTyped = (text: string) =>
  [...text.matchAll(typed)].flatMap(([all, name = '', type = '', list]) => {
    const one = startSmall(type)
    const isWrong = list ? name === one && !hasNoPlural(type) : name === toPlural(one)
    return isWrong && !repeated.has(name) ? all : []
  })

const findCollected = (text: string) =>
  [...text.matchAll(collected)].flatMap(([all, name, type = '']) =>
    name === startSmall(type) && !hasNoPlural(type) ? all : [],
  )

const findAssigned = (text: string) =>
  [...text.matchAll(assigned)].flatMap(
    ([, call = '', name = '', verb = '', noun = '', rest = '']) => {
      const things = startSmall(noun)
      // The call of a method or an index may take one of the list.
      const isWhole = rest.endsWith(')') && !/\)\W*[.[]/.test(rest)
      const isOneOfMany = verb === 'list' && toPlural(name) === things && isWhole
      const isManyOfOne = findingOne.has(verb) && name === toPlural(things)
      return isOneOfMany || isManyOfOne ? call : []
    },
  )

const startSmall = (name: string) => name.slice(0, 1).toLowerCase() + name.slice(1)

function toPlural(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return /(?:s|x|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`
}
