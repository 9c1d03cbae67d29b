import { parseBasePath, parseEncryptionKey, parsePublicUrl } from './forms'
import * as kind from './option'
import type { Option } from './option'

const days = { min: 1, max: 365 }
const workers = { min: 0, max: 64 }
const perSecond = { min: 1, max: 10_000 }
const burst = { min: 1, max: 100_000 }

/**
 * Every setting there is: type, default, bounds and meaning, in the order of the example file.
 * The type `Config`, the reading of files, environment and flags, and all that prints settings
 * follow from this table.
 */
const options = {
  data_dir: kind.path(
    './data',
    'The folder for everything Quire writes: database, thumbnails, uploaded covers, cache. Your books are never written to.',
  ),
  encryption_key: {
    ...kind.formed(
      undefined,
      'Has no effect yet: it is meant for credentials of other services, of which Quire keeps none, so nothing is encrypted with it. Leave it out, or give 32 bytes as base64, made with "openssl rand -base64 32", best as SERVICE_ENCRYPTION_KEY; only their form is checked.',
      parseEncryptionKey,
    ),
    secret: true,
  },

  'server.host': kind.text(
    '0.0.0.0',
    'The address to listen on. 0.0.0.0 means all; 127.0.0.1 means this machine only.',
  ),
  'server.port': kind.whole(
    8080,
    { min: 0, max: 65_535 },
    'The port to listen on. 0 takes any free one.',
  ),
  'server.base_path': kind.formed(
    '',
    'The path under which Quire is reached, when a reverse proxy serves it below one, such as /quire.',
    parseBasePath,
  ),
  'server.public_url': kind.formed(
    undefined,
    'The address that people type to reach Quire from outside, such as https://books.example.org. Needed for links in feeds and for secure cookies behind a proxy.',
    parsePublicUrl,
  ),
  'server.trusted_proxies': kind.networks(
    "Reverse proxies whose word on a visitor's address is believed, as a list of addresses or networks such as [172.16.0.0/12].",
  ),
  'server.max_upload_mb': kind.whole(
    20,
    { min: 1, max: 1024 },
    'The largest file that may be uploaded (covers), in megabytes.',
  ),

  'database.type': kind.choice(
    ['sqlite', 'postgres'],
    'sqlite',
    'Where everything is kept. sqlite is a file and needs nothing; postgres is a server of its own and allows several Quire processes.',
  ),
  'database.sqlite.path': kind.pathInData(
    'quire.db',
    'The database file. Without this it is quire.db in data_dir.',
  ),
  'database.sqlite.allow_network_filesystem': kind.toggle(
    false,
    'Allow the database file on a network share (NFS, SMB). Such shares are known to destroy databases.',
  ),
  'database.postgres.host': kind.text(
    'localhost',
    'The machine PostgreSQL runs on, or the folder of its socket.',
  ),
  'database.postgres.port': kind.whole(5432, { min: 1, max: 65_535 }, 'The port of PostgreSQL.'),
  'database.postgres.username': kind.text('quire', 'The user Quire signs in to PostgreSQL as.'),
  'database.postgres.password': kind.secret(
    'The password of that user. Better given as SERVICE_DATABASE__POSTGRES__PASSWORD or in service.local.yaml.',
  ),
  'database.postgres.database': kind.text('quire', 'The name of the database.'),
  'database.postgres.ssl_mode': kind.choice(
    ['disable', 'prefer', 'require', 'verify-full'],
    'prefer',
    'Encryption of the connection. Only verify-full also proves that the server is the right one.',
  ),
  'database.postgres.max_connections': kind.whole(
    10,
    { min: 2, max: 500 },
    'The most connections each Quire process opens.',
  ),

  'auth.jwt_secret': kind.secret(
    'The secret that signs access tokens, at least 32 characters; changing it signs all apps out. Without it Quire makes one and keeps it in data_dir; on PostgreSQL it must be set. Better given as SERVICE_AUTH__JWT_SECRET or in service.local.yaml. A value like ${NAME} is not replaced by anything.',
  ),
  'auth.access_token_minutes': kind.whole(
    60,
    { min: 1, max: 1440 },
    'How long an app may use an access token before it asks for a new one, in minutes.',
  ),
  'auth.refresh_token_days': kind.whole(
    30,
    days,
    'How long an app stays signed in without being used, in days.',
  ),
  'auth.session_days': kind.whole(
    30,
    days,
    'How long a browser stays signed in without being used, in days.',
  ),

  'logging.level': kind.choice(
    ['error', 'warn', 'info', 'debug', 'trace'],
    'info',
    'How much is logged, from least to most.',
  ),
  'logging.format': kind.choice(
    ['auto', 'json', 'pretty'],
    'auto',
    'The form of log lines on standard output. auto is pretty in a terminal and json elsewhere. The log file is always json.',
  ),
  'logging.file': kind.optionalPath(
    'A file to log to as well as standard output. A new one is begun each day; processes that run at the same time need a file each.',
  ),
  'logging.max_size_mb': kind.whole(
    50,
    { min: 1, max: 10_240 },
    'A new log file is begun when the present one reaches this size, in megabytes.',
  ),
  'logging.keep': kind.whole(
    14,
    { min: 1, max: 1000 },
    'How many old log files are kept; they are compressed.',
  ),

  'metrics.public': kind.toggle(
    false,
    'Let everybody read /api/v1/metrics. Otherwise it takes the permission metrics:read, which administrators have.',
  ),

  'scan.on_start': kind.toggle(false, 'Scan all libraries whenever Quire starts.'),
  'scan.workers': kind.whole(
    0,
    workers,
    'How many files a scan reads at the same time. 0 fits it to the machine.',
  ),
  'scan.poll_minutes': kind.whole(
    15,
    { min: 1, max: 1440 },
    'How often folders are looked through for changes where the system cannot tell of them, such as network drives, in minutes.',
  ),
  'scan.missing_share_percent': kind.whole(
    10,
    { min: 1, max: 100 },
    'When more than this share of the files of a library is gone, nothing is marked missing until a person confirms: the disk may just not be connected.',
  ),
  'scan.missing_minimum': kind.whole(
    20,
    { min: 1, max: 1_000_000 },
    'The share above counts only when at least this many files are gone.',
  ),

  'thumbnails.width': kind.whole(
    400,
    { min: 100, max: 2000 },
    'The width of thumbnails, in pixels.',
  ),
  'thumbnails.quality': kind.whole(
    75,
    { min: 1, max: 100 },
    'The quality of thumbnails: lower means smaller files.',
  ),
  'thumbnails.workers': kind.whole(
    0,
    workers,
    'How many thumbnails are made at the same time. 0 fits it to the machine.',
  ),

  'pages.cache_mb': kind.whole(
    1024,
    { min: 10, max: 1_048_576 },
    'How much disk space unpacked, drawn and resized pages may take, in megabytes. The longest unused make room for new ones.',
  ),

  'jobs.workers': kind.whole(
    0,
    workers,
    'How many background jobs run at the same time. 0 fits it to the machine.',
  ),

  'api.rate_limit.enabled': kind.toggle(
    true,
    'Slow down clients that ask too much. Turn it off only when something in front of Quire does the same.',
  ),
  'api.rate_limit.identity_per_second': kind.whole(
    50,
    perSecond,
    'Requests a second that each signed-in user or API key may make in the long run.',
  ),
  'api.rate_limit.identity_burst': kind.whole(200, burst, 'Requests they may make at once.'),
  'api.rate_limit.address_per_second': kind.whole(
    10,
    perSecond,
    'Requests a second from each address that is not signed in.',
  ),
  'api.rate_limit.address_burst': kind.whole(
    50,
    burst,
    'Requests such an address may make at once.',
  ),

  'events.keep': kind.whole(
    1000,
    { min: 10, max: 100_000 },
    'How many past events are kept for browsers and apps that were disconnected for a moment.',
  ),
  'events.heartbeat_seconds': kind.whole(
    20,
    { min: 1, max: 300 },
    'How often a sign of life goes to each listening browser or app, in seconds. Must be shorter than the patience of a proxy in between.',
  ),
  'events.max_connections': kind.whole(
    1000,
    { min: 1, max: 100_000 },
    'How many browsers and apps may listen for events at the same time.',
  ),

  'setup.admin_username': kind.optionalText(
    'Name of the first administrator. The settings below setup are used only while there is no user; without them the log shows a link to set Quire up in a browser.',
  ),
  'setup.admin_email': kind.optionalText('E-mail address of the first administrator.'),
  'setup.admin_password': kind.secret(
    'Password of the first administrator, at least 8 characters. Better given as SERVICE_SETUP__ADMIN_PASSWORD.',
  ),
  'setup.library': kind.optionalPath(
    'A folder of books to add as a library and scan at the first start.',
  ),
} as const

/** The path of a setting, as in `server.port`. */
export type OptionKey = keyof typeof options

type ValueOf<O> = O extends Option<infer T> ? T : never
type Flat = { readonly [K in OptionKey]: ValueOf<(typeof options)[K]> }

type Below<F, Head extends string> = {
  readonly [K in keyof F as K extends `${Head}.${infer Rest}` ? Rest : never]: F[K]
}
type Nested<F> = {
  readonly [
    K in keyof F as K extends `${infer Head}.${string}` ? Head : K
  ]: K extends `${infer Head}.${string}` ? Nested<Below<F, Head>> : F[K]
}

/** All settings, nested as in `service.yaml`. Paths are absolute; nothing is missing. */
export type Config = Nested<Flat>

export const optionKeys = Object.keys(options) as OptionKey[]

export const isOptionKey = (key: string): key is OptionKey => Object.hasOwn(options, key)

/** The option of a key when its own type does not matter. */
export const optionOf = (key: OptionKey): Option<unknown> => options[key]

/** `database` and `database.postgres`, but not `database.type`. */
export const sectionKeys: ReadonlySet<string> = new Set(
  optionKeys.flatMap((key) => {
    const parts = key.split('.').slice(0, -1)
    return parts.map((_, index) => parts.slice(0, index + 1).join('.'))
  }),
)
