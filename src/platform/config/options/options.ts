import { brandingOptions } from './branding-options'
import { databaseOptions } from './database-options'
import { encryptionOptions } from './encryption-options'
import { parseBasePath, parsePublicUrl } from '../formats'
import { notificationOptions } from './notification-options'
import * as kind from '../option'
import { providerOptions } from './provider-options'
import { readingAppOptions } from './reading-app-options'
import { signInOptions } from './sign-in-options'
import { storageOptions } from './storage-options'

const days = { min: 1, max: 365 }
const workers = { min: 0, max: 64 }
const perSecond = { min: 1, max: 10_000 }
const burst = { min: 1, max: 100_000 }

/**
 * All settings with type, default, limits and description, in the order of the example file. The
 * type `Config`, the parsers and everything that displays settings are derived from this table.
 */
export const options = {
  data_dir: kind.path(
    './data',
    'Data folder: database, thumbnails, uploaded covers and cache. Quire never writes to your books.',
  ),
  ...encryptionOptions,

  ...storageOptions,

  'server.host': kind.requiredText(
    '0.0.0.0',
    'Address to listen on. 0.0.0.0: all addresses; 127.0.0.1: this machine only.',
  ),
  'server.port': kind.boundedInteger(
    8080,
    { min: 0, max: 65_535 },
    'Port to listen on. 0: any free port.',
  ),
  'server.base_path': kind.formattedText(
    '',
    'URL path under which a reverse proxy serves Quire, such as /quire.',
    parseBasePath,
  ),
  'server.public_url': kind.formattedText(
    undefined,
    'Public URL of Quire, such as https://books.example.org. Required for links in feeds and for secure cookies behind a proxy.',
    parsePublicUrl,
  ),
  'server.trusted_proxies': kind.networks(
    'Trusted proxies whose X-Forwarded-* headers are honored: a list of addresses or networks such as [172.16.0.0/12].',
  ),
  'server.max_upload_mb': kind.boundedInteger(
    20,
    { min: 1, max: 1024 },
    'Maximum size of an uploaded file, such as a cover, a reading list or a plugin archive, in megabytes.',
  ),
  'server.max_requests': kind.boundedInteger(
    1000,
    { min: 10, max: 100_000 },
    'How many requests a server handles at the same time, and as many that change something. More are answered with 503 and Retry-After. Streams of events and files that are being sent do not count.',
  ),
  'server.drain_seconds': kind.boundedInteger(
    0,
    { min: 0, max: 300 },
    'How long a server continues to answer after it is told to stop, in seconds. Meanwhile GET /health/ready answers 503, so that load balancers send new requests elsewhere.',
  ),

  ...databaseOptions,

  'auth.jwt_secret': kind.secret(
    'Secret that signs access tokens, at least 32 characters. Changing it signs out all apps. When it is not set, Quire generates one and stores it in data_dir; with PostgreSQL it must be set. Prefer SERVICE_AUTH__JWT_SECRET or service.local.yaml. Placeholders like ${NAME} are not expanded.',
  ),
  'auth.access_token_minutes': kind.boundedInteger(
    60,
    { min: 1, max: 1440 },
    'Lifetime of access tokens, in minutes.',
  ),
  'auth.refresh_token_days': kind.boundedInteger(
    30,
    days,
    'Lifetime of unused app sessions (refresh tokens), in days.',
  ),
  'auth.session_days': kind.boundedInteger(
    30,
    days,
    'Lifetime of unused browser sessions, in days.',
  ),

  ...signInOptions,

  'logging.level': kind.choice(
    ['error', 'warn', 'info', 'debug', 'trace'],
    'info',
    'Log level, from least to most detail.',
  ),
  'logging.format': kind.choice(
    ['auto', 'json', 'pretty'],
    'auto',
    'Log format on standard output. auto: pretty in a terminal, json elsewhere. The log file is always json.',
  ),
  'logging.file': kind.optionalPath(
    'Log file, in addition to standard output. Rotated daily. Each process needs its own file.',
  ),
  'logging.max_size_mb': kind.boundedInteger(
    50,
    { min: 1, max: 10_240 },
    'Log files are also rotated at this size, in megabytes.',
  ),
  'logging.keep': kind.boundedInteger(
    14,
    { min: 1, max: 1000 },
    'Number of rotated log files to keep, compressed.',
  ),

  'metrics.public': kind.toggle(
    false,
    'Serve /api/v1/metrics without authentication. Otherwise it requires the permission metrics:read, which administrators have.',
  ),

  ...brandingOptions,

  'scan.on_start': kind.toggle(false, 'Scan all libraries on start.'),
  'scan.workers': kind.boundedInteger(
    0,
    workers,
    'Number of files that a scan reads in parallel. 0: automatic.',
  ),
  'scan.poll_minutes': kind.boundedInteger(
    15,
    { min: 1, max: 1440 },
    'Poll interval for watched folders without file system events, such as network drives, in minutes.',
  ),
  'scan.missing_share_percent': kind.boundedInteger(
    10,
    { min: 1, max: 100 },
    'When more than this percentage of the files in a library folder are missing, a scan marks none of them as missing until a user confirms it, because the disk may be disconnected.',
  ),
  'scan.missing_minimum': kind.boundedInteger(
    20,
    { min: 1, max: 1_000_000 },
    'Minimum number of missing files for scan.missing_share_percent to apply.',
  ),

  'thumbnails.width': kind.boundedInteger(
    400,
    { min: 100, max: 2000 },
    'Thumbnail width, in pixels.',
  ),
  'thumbnails.quality': kind.boundedInteger(
    75,
    { min: 1, max: 100 },
    'Thumbnail quality. Lower values make smaller files.',
  ),
  'thumbnails.workers': kind.boundedInteger(
    0,
    workers,
    'Number of thumbnails created in parallel. 0: automatic.',
  ),
  'thumbnails.decoder_memory_mb': kind.boundedInteger(
    1024,
    { min: 256, max: 65_536 },
    'Memory that one decoder of pages and thumbnails may use, in megabytes (Linux). Files that need more are reported as too large to display.',
  ),

  'pages.cache_mb': kind.boundedInteger(
    1024,
    { min: 10, max: 1_048_576 },
    'Maximum size of the page cache (extracted, rendered and resized pages), in megabytes. The least recently used pages are evicted.',
  ),

  'imports.max_mb': kind.boundedInteger(
    4096,
    { min: 1, max: 65_536 },
    'Maximum size of the database of another program that is imported, in megabytes. It is copied into data_dir.',
  ),

  'jobs.workers': kind.boundedInteger(
    0,
    workers,
    'Number of background jobs that run in parallel. 0: automatic.',
  ),
  'jobs.worker': kind.toggle(
    true,
    'Start a worker process when there are background jobs. Turn it off only with PostgreSQL, where "quire worker" runs them, on this or another machine.',
  ),
  'jobs.kinds': kind.names(
    'Kinds of background jobs that the worker of this process runs, such as [scan_library, make_thumbnails]. Empty: all. Other processes must run the other kinds, so this needs PostgreSQL.',
  ),

  'api.rate_limit.enabled': kind.toggle(
    true,
    'Rate limit for API clients. Disable it only when a proxy in front of Quire limits requests.',
  ),
  'api.rate_limit.identity_per_second': kind.boundedInteger(
    50,
    perSecond,
    'Sustained requests per second for each user or API key.',
  ),
  'api.rate_limit.identity_burst': kind.boundedInteger(
    200,
    burst,
    'Burst size for each user or API key.',
  ),
  'api.rate_limit.address_per_second': kind.boundedInteger(
    10,
    perSecond,
    'Sustained unauthenticated requests per second for each IP address.',
  ),
  'api.rate_limit.address_burst': kind.boundedInteger(
    50,
    burst,
    'Burst size of unauthenticated requests for each IP address.',
  ),

  'events.keep': kind.boundedInteger(
    1000,
    { min: 10, max: 100_000 },
    'Number of past events to keep for clients that reconnect.',
  ),
  'events.heartbeat_seconds': kind.boundedInteger(
    20,
    // Must be below the 120 seconds after which the server itself closes an idle connection.
    { min: 1, max: 100 },
    'Heartbeat interval of event streams, in seconds. Must be shorter than the idle timeout of proxies.',
  ),
  'events.max_connections': kind.boundedInteger(
    1000,
    { min: 1, max: 100_000 },
    'Maximum number of event streams.',
  ),

  ...readingAppOptions,

  ...providerOptions,

  'plugins.enabled': kind.toggle(true, 'Allow plugins to be installed and used.'),
  'plugins.registry': kind.formattedText(
    undefined,
    'URL of the package registry from which plugins are installed by name. Default: none; archives can be uploaded.',
    parsePublicUrl,
  ),
  'plugins.unconfined': kind.choice(
    ['ask', 'refuse'],
    'ask',
    'Behavior on systems that cannot confine plugins (Linux 5.13 and newer can). ask: an administrator must allow each plugin; refuse: no plugin runs.',
  ),
  'plugins.private_hosts': kind.hosts(
    'Hosts on the local network that plugins may reach if an administrator also allows them for the plugin, such as [metadata.lan:8080]. Other hosts are reached only at public addresses, over HTTPS.',
  ),
  'plugins.memory_mb': kind.boundedInteger(
    256,
    { min: 64, max: 4096 },
    'Memory that one plugin may use, in megabytes (Linux). A plugin that needs more is stopped.',
  ),

  ...notificationOptions,

  'setup.admin_username': kind.optionalText(
    'Username of the first administrator. The setup settings apply only while there are no users. Without them Quire prints a setup link on start.',
  ),
  'setup.admin_email': kind.optionalText('Email address of the first administrator.'),
  'setup.admin_password': kind.secret(
    'Password of the first administrator, at least 8 characters. Prefer SERVICE_SETUP__ADMIN_PASSWORD.',
  ),
  'setup.library': kind.optionalPath('Folder to add as a library and scan on first start.'),
} as const
