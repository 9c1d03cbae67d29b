import * as kind from '../option'

export const databaseOptions = {
  'database.type': kind.choice(
    ['sqlite', 'postgres'],
    'sqlite',
    'Database type. sqlite is a file and needs no server; postgres allows several Quire processes.',
  ),
  'database.sqlite.path': kind.pathInData(
    'quire.db',
    'Database file. Default: quire.db in data_dir.',
  ),
  'database.sqlite.allow_network_filesystem': kind.toggle(
    false,
    'Allow the database file on a network share (NFS, SMB). Network shares can corrupt SQLite databases.',
  ),
  'database.postgres.host': kind.requiredText(
    'localhost',
    'Host name of the PostgreSQL server, or the folder of its socket.',
  ),
  'database.postgres.port': kind.boundedInteger(5432, { min: 1, max: 65_535 }, 'PostgreSQL port.'),
  'database.postgres.read_host': kind.optionalText(
    'Host name of a streaming replica of the PostgreSQL server. Servers read lists from it whenever it has everything that the primary has. User, password, database and TLS are the same.',
  ),
  'database.postgres.read_port': kind.boundedInteger(
    0,
    { min: 0, max: 65_535 },
    'Port of the replica. 0: the same as database.postgres.port.',
  ),
  'database.postgres.username': kind.requiredText('quire', 'PostgreSQL user.'),
  'database.postgres.password': kind.secret(
    'PostgreSQL password. Prefer SERVICE_DATABASE__POSTGRES__PASSWORD or service.local.yaml.',
  ),
  'database.postgres.database': kind.requiredText('quire', 'Database name.'),
  'database.postgres.ssl_mode': kind.choice(
    ['disable', 'prefer', 'require', 'verify-full'],
    'prefer',
    'TLS for the connection. Only verify-full also verifies the identity of the server.',
  ),
  'database.postgres.max_connections': kind.boundedInteger(
    10,
    { min: 2, max: 500 },
    'Maximum number of connections for each Quire process.',
  ),
} as const
