/**
 * The sentences that the server says to people, as they stand in its sources: refusals, findings, what held
 * a scan back, why a name was read so. They travel and are stored in English; an interface in another
 * language finds its own words for them (`i18n/server-words.ts`). A value in a sentence is a place: `{0}`.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const isOfInterface = /^web\/ui\//
/** Rooms whose words are for who runs the program, or for programs: only what they log is shown. */
const elsewhere =
  /^(cli|web|boot|admin\/backup|platform\/(config|db|metrics|jobs\/(engine|queries)|query|http\/(openapi|request-metrics|body|bulk|server|pagination|responses\/accept))|reading\/preferences|catalog\/search|media\/filenames)\b|\.d\.ts$/
/** Members, variables and functions that hold or answer a sentence for people. */
const holders =
  /^(message|explanations|flaw\w*|problem(Of|Words)|broke|languageRule|errorFor|reason|because|advice|unfit|problem|fileSays|filesMissing|hangs|interrupted|busy|notItself|about|notes?|problems|placeOf|placeFile|damaged|fiveFields|findProblem|checkCron|wordsOf|\w*[sS]entences?|why\w*|explain\w*|buildMessage|getVisibleError|\w+Because)$/
/** What breaks a task off there is kept with the task, and shown. */
const ofTasks = /^(platform\/jobs\/outcomes|ingest\/(scanning|grouping|trash))/
/** Whatever sentence stands in them is for people. */
const wholly = /^media\/naming\/settings\.ts$/
const isSentence = (text: string) => /[a-z]{2,} .*[a-z]{2,}/i.test(text.replaceAll(/\{\d\}/g, '_'))

/** Said by composition, where no whole sentence stands in the sources. */
const composed = ['1 book', '{0} books']

/** The sentence -> the file that says it. */
export function wordsOfServer(root: string): Map<string, string> {
  const words = new Map(composed.map((sentence) => [sentence, 'server/ingest/scanning/scan.ts']))
  for (const { file, source } of sourcesIn(root)) {
    for (const sentence of sentencesIn(source, showsOf(file))) {
      if (!words.has(sentence)) words.set(sentence, `server/${file}`)
    }
  }
  return words
}

const sourcesIn = (root: string) =>
  [...new Bun.Glob('**/*.ts').scanSync({ cwd: join(root, 'src') })]
    .toSorted((one, other) => one.localeCompare(other))
    .filter(
      (file) =>
        !isOfInterface.test(file) &&
        !file.endsWith('messages.ts') &&
        !file.startsWith('platform/messages/'),
    )
    .map((file) => {
      const text = readFileSync(join(root, 'src', file), 'utf8')
      return { file, source: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true) }
    })

function showsOf(file: string): (node: ts.Node) => boolean {
  if (wholly.test(file)) return () => true
  if (elsewhere.test(file)) return isLogged
  return ofTasks.test(file) ? (node) => isForPeople(node) || isError(node) : isForPeople
}

function sentencesIn(source: ts.SourceFile, isShown: (node: ts.Node) => boolean): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    const text = textOf(node)
    if (text !== undefined && isSentence(text) && isShown(node)) found.push(text)
    node.forEachChild(visit)
  }
  visit(source)
  return found
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  const spans = node.templateSpans.map(({ literal }, place) => `{${place}}${literal.text}`)
  return node.head.text + spans.join('')
}

/** By what it is given to, or by the name of what holds or answers it. */
function isForPeople(node: ts.Node): boolean {
  if (isLogged(node)) return true
  if (isPart(node)) return false
  const holder = ts.findAncestor(node.parent, isHolder)
  if (!holder) return false
  if (ts.isCallExpression(holder) || ts.isNewExpression(holder)) {
    return isTeller(holder.expression.getText())
  }
  return true
}

const isError = ({ parent }: ts.Node) =>
  (ts.isNewExpression(parent) && /(Error|Again)$/.test(parent.expression.getText())) ||
  (ts.isVariableDeclaration(parent) && parent.name.getText() === 'error')

/** Only a part of a sentence. */
const isPart = ({ parent }: ts.Node) =>
  ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.PlusToken

/** The nearest that decides: what is called, or a member, variable or function of a telling name. */
function isHolder(node: ts.Node): boolean {
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return true
  const isNamed =
    ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node) || ts.isFunctionLike(node)
  return isNamed && node.name !== undefined && holders.test(node.name.getText())
}

/** The log is shown to administrators. */
const isLogged = ({ parent }: ts.Node) =>
  ts.isCallExpression(parent) && /\blog\.(info|warn|error|fatal)$/.test(parent.expression.getText())

const isTeller = (name: string) =>
  /^(Refusal|BadFile|createTooLarge|createRefusal|this\.#replace|PatternError|DecodeFailed|refusal|refuse\w*|unfit|invalid|because|waiting|groupByMetadataSeries|groupWholeFolder|\w*[fF]inding\w*|note|addFinding)$/.test(
    name,
  )
