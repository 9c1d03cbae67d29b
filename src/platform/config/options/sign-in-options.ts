/**
 * Settings for signing in: with a password, with a PIN on a shared device, with OpenID Connect, or
 * with a proxy header.
 */
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import * as kind from '../option'

const maxProviders = 20
const word = (maxLength = 500) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\u0000-\\u001f\\u007f]*$' })
const groups = () => Type.Array(word(), { maxItems: 500 })
/** In settings files, all values are read as text, so booleans may be text. */
const toggle = () => Type.Union([Type.Boolean(), Type.Literal('true'), Type.Literal('false')])
const role = () =>
  Type.Union([Type.Literal('reader'), Type.Literal('maintainer'), Type.Literal('admin')])

const GivenProvider = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' }),
    display_name: Type.Optional(word(60)),
    issuer: Type.String({ maxLength: 1000 }),
    client_id: word(),
    client_secret: Type.Optional(word(2000)),
    scopes: Type.Optional(word()),
    create_users: Type.Optional(toggle()),
    default_role: Type.Optional(role()),
    username_claim: Type.Optional(word(100)),
    groups_claim: Type.Optional(word(100)),
    required_groups: Type.Optional(groups()),
    roles: Type.Optional(
      Type.Object(
        {
          reader: Type.Optional(groups()),
          maintainer: Type.Optional(groups()),
          admin: Type.Optional(groups()),
        },
        { additionalProperties: false },
      ),
    ),
    libraries: Type.Optional(Type.Record(Type.String({ maxLength: 500 }), groups())),
  },
  { additionalProperties: false },
)
type GivenProvider = Static<typeof GivenProvider>

const fill = (given: GivenProvider) => ({
  name: given.name,
  display_name: given.display_name ?? given.name,
  issuer: given.issuer,
  client_id: given.client_id,
  client_secret: given.client_secret,
  scopes: given.scopes ?? 'openid profile email',
  create_users: String(given.create_users) === 'true',
  default_role: given.default_role ?? ('reader' as const),
  username_claim: given.username_claim ?? 'preferred_username',
  groups_claim: given.groups_claim ?? 'groups',
  required_groups: given.required_groups ?? [],
  roles: { reader: [], maintainer: [], admin: [], ...given.roles },
  /**
   * Library names keyed by group; "*" stands for all libraries. Undefined if libraries do not
   * depend on groups.
   */
  libraries: given.libraries,
})

export type OidcProvider = ReturnType<typeof fill>

function parseProviders(input: string): kind.Parsed<readonly OidcProvider[]> {
  if (input.trim() === '') return { value: [] }
  const given = parseJson(input)
  if (!Array.isArray(given)) return { error: 'must be a list of providers' }
  if (given.length > maxProviders) return { error: `must have at most ${maxProviders} providers` }
  const filled: OidcProvider[] = []
  for (const [place, each] of (given as unknown[]).entries()) {
    const problem = findProblem(each)
    if (problem !== undefined) return { error: `has an error in provider ${place + 1}: ${problem}` }
    filled.push(fill(each as GivenProvider))
  }
  const names = new Set(filled.map(({ name }) => name))
  if (names.size < filled.length) return { error: 'must not have two providers with the same name' }
  return { value: filled }
}

function parseJson(input: string): unknown {
  try {
    return JSON.parse(input)
  } catch {
    return undefined
  }
}

/**
 * Describes the first problem of an entry, without its values, because the client secret must not be
 * shown.
 */
function findProblem(given: unknown): string | undefined {
  const first = Value.Errors(GivenProvider, given).First()
  if (first) return `${first.path.slice(1).replaceAll('/', '.') || 'the entry'} is not valid`
  const { issuer } = given as GivenProvider
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isUrl =
    /^https?:$/.test(url?.protocol ?? '') && !url!.username && !url!.search && !url!.hash
  return isUrl ? undefined : 'issuer must be a URL such as https://login.example.org'
}

export const signInOptions = {
  'auth.password_login': kind.toggle(
    true,
    'Let people sign in with a password. false: people can sign in only with auth.oidc.providers, auth.trusted_header, a passkey or an API key. If nobody can sign in anymore, "quire user login-link NAME" prints a link.',
  ),
  'auth.quick_switch': kind.toggle(
    false,
    'Let people who share a device switch between their accounts with a PIN of 4 to 8 digits. Never for administrators or accounts with two-factor authentication.',
  ),
  'auth.oidc.providers': kind.structured<readonly OidcProvider[]>(
    [],
    'OpenID Connect providers: a list of {name, display_name, issuer, client_id, client_secret, scopes, create_users, default_role, username_claim, groups_claim, required_groups, roles, libraries}. docs/sign-in.md explains each. The redirect URL to register is PUBLIC_URL/api/v1/auth/oidc/NAME/callback.',
    parseProviders,
  ),
  'auth.oidc.allow_http': kind.toggle(
    false,
    'Accept providers in auth.oidc.providers whose issuer is an http:// address on another computer. Anyone in between can then sign in as anybody.',
  ),
  'auth.trusted_header': kind.formattedText(
    undefined,
    'Name of the header in which a proxy tells Quire who is signed in, such as Remote-User. It is accepted only from server.trusted_proxies; the proxy must remove it from client requests. The user must exist.',
    parseHeaderName,
  ),
} as const

/** Rejects headers that have a different meaning and therefore cannot identify a user. */
function parseHeaderName(given: string): kind.Parsed<string> {
  const name = given.toLowerCase()
  const isTaken =
    /^(authorization|cookie|host|origin|referer|user-agent|forwarded|x-forwarded-(for|host|proto)|x-api-key|content-.*|accept.*|sec-.*)$/.test(
      name,
    )
  return /^[a-z0-9-]{1,100}$/.test(name) && !isTaken
    ? { value: name }
    : { error: 'must be the name of the header with the signed-in user, such as Remote-User' }
}
