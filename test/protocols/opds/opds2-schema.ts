/** JSON Schemas with the rules of OPDS 2.0, Readium and OPDS authentication that apps rely on. */
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const Address = Type.String({ pattern: '^(https?:/)?/\\S+$' })
/** A URL relative to the manifest. */
const Relative = Type.String({ pattern: '^[^/\\s]\\S*$' })
const MediaType = Type.String({ pattern: '^[a-z]+/[a-z0-9.+-]+$' })
const Moment = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' })
const whole = Type.Integer({ minimum: 0 })

const link = {
  type: MediaType,
  rel: Type.Optional(Type.String()),
  title: Type.Optional(Type.String({ minLength: 1 })),
  templated: Type.Optional(Type.Boolean()),
  width: Type.Optional(Type.Integer({ minimum: 1 })),
  height: Type.Optional(Type.Integer({ minimum: 1 })),
  size: Type.Optional(Type.Integer({ minimum: 1 })),
  properties: Type.Optional(
    Type.Object({ numberOfItems: Type.Optional(whole), 'quire:positions': Type.Optional(whole) }),
  ),
}
const strict = { additionalProperties: false }
const Link = Type.Object({ href: Address, ...link }, strict)
const NavigationLink = Type.Object({ ...link, href: Address, title: Type.String() }, strict)

const withRel = (rel: string, minContains = 1) => ({
  contains: Type.Object({ rel: Type.Literal(rel) }),
  minContains,
})
const Names = Type.Optional(Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }))

const Publication = Type.Object(
  {
    metadata: Type.Object(
      {
        '@type': Type.String({ pattern: '^http://schema.org/' }),
        identifier: Type.String({ pattern: '^urn:uuid:[0-9a-f-]{36}$' }),
        title: Type.String({ minLength: 1 }),
        author: Names,
        illustrator: Names,
        penciler: Names,
        inker: Names,
        colorist: Names,
        letterer: Names,
        artist: Names,
        editor: Names,
        translator: Names,
        contributor: Names,
        subject: Names,
        publisher: Type.Optional(Type.String({ minLength: 1 })),
        language: Type.Optional(Type.String({ minLength: 2 })),
        published: Type.Optional(Moment),
        modified: Moment,
        description: Type.Optional(Type.String({ minLength: 1 })),
        numberOfPages: Type.Optional(Type.Integer({ minimum: 1 })),
        readingProgression: Type.Optional(
          Type.Union(['rtl', 'ltr', 'ttb', 'btt', 'auto'].map((one) => Type.Literal(one))),
        ),
        belongsTo: Type.Object(
          {
            series: Type.Array(
              Type.Object({
                name: Type.String({ minLength: 1 }),
                position: Type.Optional(Type.Number()),
                links: Type.Array(Link, { minItems: 1 }),
              }),
            ),
          },
          strict,
        ),
      },
      strict,
    ),
    links: Type.Intersect([
      Type.Array(Link, withRel('self')),
      Type.Array(Link, withRel('http://opds-spec.org/acquisition')),
    ]),
    images: Type.Array(Link, {
      minItems: 1,
      contains: Type.Object({ type: Type.Literal('image/jpeg') }),
    }),
  },
  strict,
)

const Metadata = Type.Object(
  {
    title: Type.String({ minLength: 1 }),
    numberOfItems: Type.Optional(whole),
    itemsPerPage: Type.Optional(Type.Integer({ minimum: 1 })),
    currentPage: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  strict,
)
const collections = {
  navigation: Type.Optional(Type.Array(NavigationLink, { minItems: 1 })),
  publications: Type.Optional(Type.Array(Publication, { minItems: 1 })),
}

const Feed = Type.Object(
  {
    metadata: Metadata,
    links: Type.Array(Link, withRel('self')),
    ...collections,
    facets: Type.Optional(
      Type.Array(
        Type.Object({ metadata: Metadata, links: Type.Array(NavigationLink, { minItems: 2 }) }),
      ),
    ),
    groups: Type.Optional(
      Type.Array(
        Type.Object(
          { metadata: Metadata, links: Type.Array(Link, withRel('self')), ...collections },
          strict,
        ),
      ),
    ),
  },
  strict,
)
export type Feed = Static<typeof Feed>

const Manifest = Type.Object({
  metadata: Type.Object({
    identifier: Type.String(),
    title: Type.String({ minLength: 1 }),
    conformsTo: Type.String({ pattern: '^https://readium.org/webpub-manifest/profiles/' }),
  }),
  links: Type.Array(Type.Object({ ...link, href: Relative }), withRel('self')),
  readingOrder: Type.Array(Type.Object({ ...link, href: Relative }), { minItems: 1 }),
})

const Authentication = Type.Object(
  {
    id: Type.String({ pattern: '^https?://' }),
    title: Type.String({ minLength: 1 }),
    description: Type.Optional(Type.String()),
    links: Type.Array(Type.Object({ ...link, href: Type.String({ pattern: '^https?://' }) })),
    authentication: Type.Array(
      Type.Object({
        type: Type.Literal('http://opds-spec.org/auth/basic'),
        labels: Type.Object({ login: Type.String(), password: Type.String() }),
      }),
      { minItems: 1 },
    ),
  },
  strict,
)

function check<Schema extends TSchema>(schema: Schema, value: unknown): Static<Schema> {
  const [first] = [...Value.Errors(schema, value)]
  if (first) {
    const shown = JSON.stringify(first.value)?.slice(0, 300)
    throw new Error(`${first.path}: ${first.message}: ${shown}`)
  }
  return value as Static<Schema>
}

/** Checks that a feed is valid and has at least one of navigation, publications and groups. */
export function checkFeed(value: unknown): Feed {
  const feed = check(Feed, value)
  if (!feed.navigation && !feed.publications && !feed.groups) throw new Error('an empty feed')
  return feed
}
export const checkPublication = (value: unknown) => check(Publication, value)
export const checkManifest = (value: unknown) => check(Manifest, value)
export const checkAuthentication = (value: unknown) => check(Authentication, value)
