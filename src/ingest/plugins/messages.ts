import { defineMessages } from '../../platform/messages/message'

export const pluginMessages = defineMessages('plugins', {
  not_found: 'Plugin not found',
  built_in: 'This provider is part of Quire. Its settings are in the settings file.',
  key_cannot_manage: "An API key can't install or change plugins. Sign in to do this.",
  disabled_by_settings: 'Plugins are turned off in the server settings (plugins.enabled)',

  archive_unreadable:
    'This is not a plugin: it must be an archive (.tgz or .zip) with a package.json',
  archive_too_large: 'This archive is too large. The maximum is {max} MB and {files} files.',
  no_program: 'This package has no program that Quire can run ({entry})',
  name_taken: 'The name "{name}" belongs to another plugin or to a built-in provider',
  name_invalid:
    'A name can have at most 60 characters: lowercase letters, digits, dots and hyphens',
  no_registry:
    'No package registry is configured. Set plugins.registry, or upload the plugin archive.',
  registry_failed: '"{package}" could not be downloaded from the package registry ({reason})',
  integrity: 'The archive from the registry does not match its checksum',
  unknown_command:
    'Quire runs only installed plugins. Specify the name of a package: command "npx", args ["name"].',
  not_confined:
    "This system can't confine plugins, so this plugin could read everything that Quire can read. Allow this explicitly if you trust its author.",
  no_previous: 'There is no earlier version to restore',
  installed: 'Installed {plugin} {version}. Check its permissions, then turn it on.',
  installed_without_settings:
    'Installed {plugin} {version}. Before it can start, it needs settings: {settings}.',
  needs_settings:
    '{plugin} needs settings before it can start: {settings}. Enter them under Settings and Credentials, then turn it on.',
  updated: 'Updated {plugin} to version {version}',

  enabled: '{plugin} is on',
  disabled: '{plugin} is off',
  reset: 'Cleared the failures of {plugin}',
  tested: '{plugin} works',
  config_type: 'must be {type}',
  config_unknown: 'is not a setting of this plugin',
  config_missing: 'is required',
  config_too_large: "A plugin's settings can be at most {max} KB in size",
  host_invalid: 'must be a host name, such as api.example.org',
  host_private:
    'is on the local network. Plugins can reach such hosts only if {host} is in the setting plugins.private_hosts.',
  host_port:
    'uses a custom port. Plugins can reach such hosts only if {host} is in the setting plugins.private_hosts.',
  permission_unknown: 'is not a plugin permission',

  not_started: '{plugin} could not be started: {reason}',
  ended: '{plugin} stopped unexpectedly. Try again.',
  interrupted: '{plugin} was stopped or changed in the meantime. Try again.',
  too_slow: '{plugin} did not respond in time. Try again later.',
  too_much_memory: '{plugin} used too much memory',
  too_many_files:
    '{plugin} stores too many files on this server. An administrator can delete them in the settings, under Plugins.',
  too_much_output: '{plugin} sent more data than Quire accepts',
  host_needed:
    '{plugin} is not allowed to connect to any hosts yet. It requests access to {host}. An administrator can allow this in the settings, under Plugins.',
  invalid_response: '{plugin} sent an invalid response',
  files_missing: 'The files of {plugin} are not on this server. Install it again.',
  program_error: '{plugin} reported: {reason}',
  busy: '{plugin} is busy. Try again in {minutes, plural, one {# minute} other {# minutes}}.',
  unauthorized: '{plugin} has no access to its service. Check its credentials.',
  work_not_found: '{plugin} did not find this work',
  too_many_failures: 'Turned off after {count} failures within an hour',
})

export const pluginLogMessages = defineMessages('plugins.log', {
  installed: 'installed plugin',
  removed: 'removed plugin',
  failed: 'plugin failed',
  disabled: 'disabled plugin after repeated failures',
})
