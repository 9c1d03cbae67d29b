/** Renders the systemd unit, hardened as far as a just-in-time compiler allows. */

export interface UnitOptions {
  program: string
  config: string | undefined
  /** If undefined, systemd allocates a dynamic user. */
  user: string | undefined
  /** Folders below /home, /root or /run/user that the service may read. */
  readableFolders: readonly string[]
}

const hardening = `PrivateTmp=yes
PrivateDevices=yes
ProtectProc=invisible
ProtectClock=yes
ProtectHostname=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectControlGroups=yes
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet=
AmbientCapabilities=
SystemCallArchitectures=native
SystemCallFilter=@system-service
# Plugins are confined by Landlock.
SystemCallFilter=landlock_create_ruleset landlock_add_rule landlock_restrict_self
SystemCallErrorNumber=EPERM
# Not MemoryDenyWriteExecute: the runtime compiles code and would not start.`

export function unitText({ program, config, user, readableFolders }: UnitOptions): string {
  const settings = config === undefined ? '' : ` --config ${quoted(config)}`
  const who = user === undefined ? 'DynamicUser=yes' : `User=${user}`
  const home =
    readableFolders.length === 0
      ? 'ProtectHome=yes'
      : `ProtectHome=tmpfs\nBindReadOnlyPaths=${readableFolders.map(quoted).join(' ')}`
  return `[Unit]
Description=Quire media library server
After=network-online.target remote-fs.target
Wants=network-online.target

[Service]
ExecStart=${quoted(program)} serve${settings}
Restart=on-failure
RestartSec=5
# A restart does not fix invalid settings or a database of another version.
RestartPreventExitStatus=64 65 78
TimeoutStopSec=20
LimitNOFILE=65536

${who}
# The data folder: /var/lib/quire, unless data_dir is set.
StateDirectory=quire
StateDirectoryMode=0750
# For logging.file: /var/log/quire/quire.log
LogsDirectory=quire
UMask=0027

# No other writable paths, no new privileges.
NoNewPrivileges=yes
ProtectSystem=strict
${home}
${hardening}

[Install]
WantedBy=multi-user.target
`
}

/** Quotes a word, because systemd splits at spaces. Escapes %, which systemd expands. */
function quoted(word: string) {
  const escaped = word.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%')
  return /^[\w./%-]+$/.test(escaped) ? escaped : `"${escaped}"`
}
