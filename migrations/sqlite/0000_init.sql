CREATE TABLE `access_groups` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`library_ids` text,
	`age_limit` integer,
	`hides_unrated` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `access_groups_name` ON `access_groups` (`name_key`);--> statement-breakpoint
CREATE TABLE `group_mappings` (
	`id` text PRIMARY KEY NOT NULL,
	`group_id` text NOT NULL,
	`oidc_group_name` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`group_id`) REFERENCES `access_groups`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `group_mappings_name` ON `group_mappings` (`group_id`,`oidc_group_name`);--> statement-breakpoint
CREATE INDEX `group_mappings_oidc` ON `group_mappings` (`oidc_group_name`);--> statement-breakpoint
CREATE TABLE `group_members` (
	`group_id` text NOT NULL,
	`user_id` text NOT NULL,
	`source` text DEFAULT 'manual' NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `user_id`),
	FOREIGN KEY (`group_id`) REFERENCES `access_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `group_members_of_user` ON `group_members` (`user_id`);--> statement-breakpoint
CREATE TABLE `group_tag_grants` (
	`group_id` text NOT NULL,
	`tag_id` text NOT NULL,
	`mode` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`group_id`, `tag_id`),
	FOREIGN KEY (`group_id`) REFERENCES `access_groups`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `sharing_tags`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `group_tag_grants_of_tag` ON `group_tag_grants` (`tag_id`);--> statement-breakpoint
CREATE TABLE `user_tag_grants` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`tag_id` text NOT NULL,
	`mode` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `sharing_tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_tag_grants_tag` ON `user_tag_grants` (`user_id`,`tag_id`);--> statement-breakpoint
CREATE INDEX `user_tag_grants_of_tag` ON `user_tag_grants` (`tag_id`);--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`key_prefix` text NOT NULL,
	`secret_hash` text NOT NULL,
	`permissions` text NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`expires_at` integer,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_prefix` ON `api_keys` (`key_prefix`);--> statement-breakpoint
CREATE INDEX `api_keys_user` ON `api_keys` (`user_id`);--> statement-breakpoint
CREATE TABLE `audit_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`at` integer NOT NULL,
	`action` text NOT NULL,
	`user_id` text,
	`username` text,
	`proof` text NOT NULL,
	`address` text,
	`target_kind` text,
	`target_id` text,
	`target_name` text,
	`changes` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`fold_key` text
);
--> statement-breakpoint
CREATE INDEX `audit_entries_at` ON `audit_entries` (`at`,`id`);--> statement-breakpoint
CREATE INDEX `audit_entries_action` ON `audit_entries` (`action`,`at`);--> statement-breakpoint
CREATE UNIQUE INDEX `audit_entries_fold` ON `audit_entries` (`fold_key`);--> statement-breakpoint
CREATE TABLE `invitations` (
	`id` text PRIMARY KEY NOT NULL,
	`token_hash` text NOT NULL,
	`note` text NOT NULL,
	`role` text NOT NULL,
	`library_ids` text,
	`age_limit` integer,
	`hides_unrated` integer DEFAULT false NOT NULL,
	`access_group_ids` text NOT NULL,
	`max_uses` integer NOT NULL,
	`used_count` integer DEFAULT 0 NOT NULL,
	`created_by_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`created_by_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `invitations_token` ON `invitations` (`token_hash`);--> statement-breakpoint
CREATE INDEX `invitations_created_by` ON `invitations` (`created_by_id`);--> statement-breakpoint
CREATE TABLE `oidc_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`provider` text NOT NULL,
	`subject` text NOT NULL,
	`sid` text,
	`sealed_id_token` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `oidc_sessions_session` ON `oidc_sessions` (`session_id`);--> statement-breakpoint
CREATE INDEX `oidc_sessions_subject` ON `oidc_sessions` (`provider`,`subject`);--> statement-breakpoint
CREATE TABLE `user_identities` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`provider` text NOT NULL,
	`issuer` text NOT NULL,
	`subject` text NOT NULL,
	`label` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_identities_subject` ON `user_identities` (`issuer`,`subject`);--> statement-breakpoint
CREATE INDEX `user_identities_user` ON `user_identities` (`user_id`);--> statement-breakpoint
CREATE TABLE `passkeys` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`credential_id` text NOT NULL,
	`public_key` text NOT NULL,
	`counter` integer NOT NULL,
	`transports` text NOT NULL,
	`is_backed_up` integer NOT NULL,
	`created_at` integer NOT NULL,
	`last_used_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `passkeys_credential` ON `passkeys` (`credential_id`);--> statement-breakpoint
CREATE INDEX `passkeys_user` ON `passkeys` (`user_id`);--> statement-breakpoint
CREATE TABLE `device_accounts` (
	`id` text PRIMARY KEY NOT NULL,
	`device_hash` text NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`user_agent` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `device_accounts_device` ON `device_accounts` (`device_hash`,`user_id`);--> statement-breakpoint
CREATE INDEX `device_accounts_user` ON `device_accounts` (`user_id`);--> statement-breakpoint
CREATE TABLE `ended_signed_sessions` (
	`user_id` text PRIMARY KEY NOT NULL,
	`ended_ids` text NOT NULL,
	`ended_up_to` text,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `refresh_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`session_id` text NOT NULL,
	`created_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`replaced_at` integer,
	`successor_salt` text,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `refresh_tokens_session` ON `refresh_tokens` (`session_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`cookie_hash` text,
	`is_by_pin` integer DEFAULT false NOT NULL,
	`user_agent` text,
	`address` text,
	`created_at` integer NOT NULL,
	`last_used_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`revoked_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `sessions_cookie` ON `sessions` (`cookie_hash`);--> statement-breakpoint
CREATE INDEX `sessions_expires` ON `sessions` (`expires_at`);--> statement-breakpoint
CREATE TABLE `user_pins` (
	`user_id` text PRIMARY KEY NOT NULL,
	`pin_hash` text NOT NULL,
	`failures` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `login_failures` (
	`key` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`last_failed_at` integer NOT NULL,
	`blocked_until` integer
);
--> statement-breakpoint
CREATE INDEX `login_failures_last` ON `login_failures` (`last_failed_at`);--> statement-breakpoint
CREATE TABLE `login_links` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `login_links_user` ON `login_links` (`user_id`);--> statement-breakpoint
CREATE TABLE `setup_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `two_factors` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`enabled_at` integer,
	`last_counter` integer DEFAULT 0 NOT NULL,
	`recovery_hashes` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `two_factors_user` ON `two_factors` (`user_id`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`verified_email_key` text,
	`password_hash` text NOT NULL,
	`role` text NOT NULL,
	`permissions` text NOT NULL,
	`library_ids` text,
	`age_limit` integer,
	`hides_unrated` integer DEFAULT false NOT NULL,
	`restrictions` text,
	`is_active` integer DEFAULT true NOT NULL,
	`has_two_factor` integer DEFAULT false NOT NULL,
	`last_login_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE TABLE `notification_channels` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`host` text NOT NULL,
	`sealed_target` text NOT NULL,
	`news_kinds` text NOT NULL,
	`frequency` text NOT NULL,
	`quiet_from` integer,
	`quiet_until` integer,
	`enabled` integer DEFAULT true NOT NULL,
	`confirmed_at` integer,
	`code_until` integer,
	`wrong_codes` integer DEFAULT 0 NOT NULL,
	`sent_until` integer NOT NULL,
	`last_sent_at` integer,
	`last_error` text,
	`failing_since` integer,
	`failures` integer DEFAULT 0 NOT NULL,
	`not_before` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notification_channels_user` ON `notification_channels` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification_codes` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notification_codes_user` ON `notification_codes` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `notification_states` (
	`user_id` text NOT NULL,
	`news_id` text NOT NULL,
	`happened_at` integer NOT NULL,
	`read_at` integer,
	`deleted_at` integer,
	PRIMARY KEY(`user_id`, `news_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `notification_states_happened` ON `notification_states` (`happened_at`);--> statement-breakpoint
CREATE TABLE `processes` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`host` text NOT NULL,
	`pid` integer NOT NULL,
	`version` text NOT NULL,
	`job_kinds` text NOT NULL,
	`started_at` integer NOT NULL,
	`seen_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `covers` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text,
	`book_id` text,
	`collection_id` text,
	`reading_list_id` text,
	`user_id` text,
	`source` text NOT NULL,
	`replaced_source` text,
	`is_selected` integer DEFAULT false NOT NULL,
	`file_name` text NOT NULL,
	`media_type` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`collection_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`reading_list_id`) REFERENCES `reading_lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `covers_series` ON `covers` (`series_id`);--> statement-breakpoint
CREATE INDEX `covers_book` ON `covers` (`book_id`);--> statement-breakpoint
CREATE INDEX `covers_collection` ON `covers` (`collection_id`);--> statement-breakpoint
CREATE INDEX `covers_reading_list` ON `covers` (`reading_list_id`);--> statement-breakpoint
CREATE INDEX `covers_user` ON `covers` (`user_id`);--> statement-breakpoint
CREATE TABLE `thumbnail_shards` (
	`shard` text PRIMARY KEY NOT NULL,
	`checked_mtime_ms` real NOT NULL
);
--> statement-breakpoint
CREATE TABLE `thumbnails` (
	`owner_id` text PRIMARY KEY NOT NULL,
	`owner_kind` text NOT NULL,
	`shard` text NOT NULL,
	`state` text NOT NULL,
	`deaths` integer DEFAULT 0 NOT NULL,
	`hash` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`bytes` integer NOT NULL,
	`color` text,
	`made_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `thumbnails_shard` ON `thumbnails` (`shard`,`owner_id`);--> statement-breakpoint
CREATE TABLE `book_contents` (
	`n` integer PRIMARY KEY NOT NULL,
	`media_type` text,
	`pages` text NOT NULL,
	`cover` text,
	`findings` text NOT NULL,
	`file_metadata` text,
	FOREIGN KEY (`n`) REFERENCES `books`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `book_metadata` (
	`n` integer PRIMARY KEY NOT NULL,
	`title_sort` text,
	`number` text,
	`authors` text,
	`awards` text,
	`black_and_white` integer,
	`book_type` text,
	`colorist` text,
	`count` integer,
	`cover_artist` text,
	`custom_metadata` text,
	`details` text,
	`day` integer,
	`edition` text,
	`editor` text,
	`external_ids` text,
	`external_links` text,
	`format_detail` text,
	`genre` text,
	`imprint` text,
	`inker` text,
	`isbns` text,
	`language_iso` text,
	`letterer` text,
	`manga` integer,
	`month` integer,
	`original_title` text,
	`original_year` integer,
	`penciller` text,
	`publisher` text,
	`series_position` real,
	`series_total` integer,
	`subjects` text,
	`subtitle` text,
	`summary` text,
	`translator` text,
	`writer` text,
	`year` integer,
	`locks` text NOT NULL,
	`sources` text NOT NULL,
	`search` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`n`) REFERENCES `books`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `book_paths` (
	`id` text PRIMARY KEY NOT NULL,
	`n` integer NOT NULL,
	`root_id` text NOT NULL,
	`relative_path` text NOT NULL,
	`until` integer NOT NULL,
	FOREIGN KEY (`n`) REFERENCES `books`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `book_paths_book` ON `book_paths` (`n`,`until`);--> statement-breakpoint
CREATE TABLE `books` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`series_id` text NOT NULL,
	`scanned_series_id` text,
	`is_series_chosen` integer DEFAULT false NOT NULL,
	`library_id` text NOT NULL,
	`root_id` text NOT NULL,
	`relative_path` text NOT NULL,
	`title` text NOT NULL,
	`sort_key` text NOT NULL,
	`volume` integer,
	`volume_end` integer,
	`chapter` real,
	`chapter_end` real,
	`number_kind` text,
	`number_from` real,
	`number_to` real,
	`format` text,
	`page_count` integer DEFAULT 0 NOT NULL,
	`size` integer NOT NULL,
	`modified_at_ms` real NOT NULL,
	`fingerprint` text,
	`directory_hash` text,
	`content_hash` text,
	`partial_md5` text,
	`file_name_md5` text,
	`analyzed_at` integer,
	`attempts` integer DEFAULT 0 NOT NULL,
	`finding` text,
	`missing_since` integer,
	`trashed_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`scanned_series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`root_id`) REFERENCES `library_roots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `books_id_unique` ON `books` (`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `books_file` ON `books` (`root_id`,`relative_path`);--> statement-breakpoint
CREATE INDEX `books_series` ON `books` (`series_id`,`sort_key`,`id`);--> statement-breakpoint
CREATE INDEX `books_scanned_series` ON `books` (`scanned_series_id`) WHERE "books"."scanned_series_id" is not null;--> statement-breakpoint
CREATE INDEX `books_library_created` ON `books` (`library_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `books_content` ON `books` (`content_hash`) WHERE "books"."content_hash" is not null;--> statement-breakpoint
CREATE INDEX `books_unhashed` ON `books` (`size`,`n`) WHERE "books"."content_hash" is null;--> statement-breakpoint
CREATE INDEX `books_partial_md5` ON `books` (`partial_md5`) WHERE "books"."partial_md5" is not null;--> statement-breakpoint
CREATE INDEX `books_file_name_md5` ON `books` (`file_name_md5`) WHERE "books"."file_name_md5" is not null;--> statement-breakpoint
CREATE INDEX `books_created` ON `books` (`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `books_trashed` ON `books` (`trashed_at`,`id`) WHERE "books"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX `books_finding` ON `books` (`finding`,`id`) WHERE "books"."finding" is not null;--> statement-breakpoint
CREATE TABLE `collection_groups` (
	`list_id` text NOT NULL,
	`group_id` text NOT NULL,
	`can_edit` integer NOT NULL,
	PRIMARY KEY(`list_id`, `group_id`),
	FOREIGN KEY (`list_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `access_groups`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collection_groups_group` ON `collection_groups` (`group_id`);--> statement-breakpoint
CREATE TABLE `collection_people` (
	`list_id` text NOT NULL,
	`user_id` text NOT NULL,
	`can_edit` integer NOT NULL,
	PRIMARY KEY(`list_id`, `user_id`),
	FOREIGN KEY (`list_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collection_people_user` ON `collection_people` (`user_id`);--> statement-breakpoint
CREATE TABLE `collection_series` (
	`list_id` text NOT NULL,
	`item_id` text NOT NULL,
	`position` integer NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`list_id`, `item_id`),
	FOREIGN KEY (`list_id`) REFERENCES `collections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `collection_series_order` ON `collection_series` (`list_id`,`position`);--> statement-breakpoint
CREATE INDEX `collection_series_item` ON `collection_series` (`item_id`);--> statement-breakpoint
CREATE TABLE `collections` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`private_to` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`summary` text,
	`sharing` text NOT NULL,
	`ordered` integer NOT NULL,
	`sort` text,
	`condition` text,
	`cover_item_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`private_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collections_name` ON `collections` (`owner_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `collections_private` ON `collections` (`private_to`);--> statement-breakpoint
CREATE INDEX `collections_sharing` ON `collections` (`sharing`,`name_key`);--> statement-breakpoint
CREATE TABLE `name_rules` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text,
	`match` text NOT NULL,
	`pattern` text NOT NULL,
	`on` text NOT NULL,
	`change` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `name_rules_library` ON `name_rules` (`library_id`,`id`);--> statement-breakpoint
CREATE TABLE `duplicate_dismissals` (
	`id` text PRIMARY KEY NOT NULL,
	`shared_key` text NOT NULL,
	`dismissed_by` text,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`dismissed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `duplicate_dismissals_key` ON `duplicate_dismissals` (`shared_key`);--> statement-breakpoint
CREATE INDEX `duplicate_dismissals_user` ON `duplicate_dismissals` (`dismissed_by`);--> statement-breakpoint
CREATE TABLE `filter_presets` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`target` text NOT NULL,
	`library_id` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`condition` text NOT NULL,
	`query` text,
	`sort` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `filter_presets_name` ON `filter_presets` (`user_id`,`target`,`name_key`);--> statement-breakpoint
CREATE INDEX `filter_presets_library` ON `filter_presets` (`library_id`);--> statement-breakpoint
CREATE TABLE `genre_counts` (
	`label_id` text NOT NULL,
	`library_id` text NOT NULL,
	`age_rating` integer DEFAULT -1 NOT NULL,
	`sharing_set` integer DEFAULT 0 NOT NULL,
	`series_count` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`label_id`, `library_id`, `age_rating`, `sharing_set`),
	FOREIGN KEY (`label_id`) REFERENCES `genres`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `genre_counts_library` ON `genre_counts` (`library_id`);--> statement-breakpoint
CREATE TABLE `genres` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`series_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `genres_name` ON `genres` (`name_key`);--> statement-breakpoint
CREATE TABLE `series_genres` (
	`series_id` text NOT NULL,
	`label_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`series_id`, `label_id`),
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`label_id`) REFERENCES `genres`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `series_genres_label` ON `series_genres` (`label_id`,`series_id`);--> statement-breakpoint
CREATE TABLE `series_tags` (
	`series_id` text NOT NULL,
	`label_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`series_id`, `label_id`),
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`label_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `series_tags_label` ON `series_tags` (`label_id`,`series_id`);--> statement-breakpoint
CREATE TABLE `tag_counts` (
	`label_id` text NOT NULL,
	`library_id` text NOT NULL,
	`age_rating` integer DEFAULT -1 NOT NULL,
	`sharing_set` integer DEFAULT 0 NOT NULL,
	`series_count` integer NOT NULL,
	`name` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`label_id`, `library_id`, `age_rating`, `sharing_set`),
	FOREIGN KEY (`label_id`) REFERENCES `tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `tag_counts_library` ON `tag_counts` (`library_id`);--> statement-breakpoint
CREATE TABLE `tags` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`series_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `tags_name` ON `tags` (`name_key`);--> statement-breakpoint
CREATE TABLE `libraries` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`type` text DEFAULT 'mixed' NOT NULL,
	`default_reading_direction` text DEFAULT 'ltr' NOT NULL,
	`allowed_formats` text,
	`excluded_patterns` text,
	`follow_links` integer DEFAULT false NOT NULL,
	`series_strategy` text DEFAULT 'smart' NOT NULL,
	`series_config` text,
	`book_strategy` text DEFAULT 'smart' NOT NULL,
	`book_config` text,
	`number_strategy` text DEFAULT 'smart' NOT NULL,
	`number_config` text,
	`scanning_enabled` integer DEFAULT true NOT NULL,
	`cron_schedule` text,
	`cron_timezone` text,
	`scan_mode` text DEFAULT 'normal' NOT NULL,
	`scan_on_start` integer DEFAULT false NOT NULL,
	`watch` text DEFAULT 'auto' NOT NULL,
	`is_active` integer DEFAULT true NOT NULL,
	`state` text DEFAULT 'available' NOT NULL,
	`state_reason` text,
	`state_changed_at` integer,
	`last_scanned_at` integer,
	`trashed_at` integer,
	`series_count` integer DEFAULT 0 NOT NULL,
	`book_count` integer DEFAULT 0 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `libraries_name_key` ON `libraries` (`name_key`);--> statement-breakpoint
CREATE TABLE `library_roots` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text NOT NULL,
	`path` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`device` text,
	`mounts` text,
	`signature` text,
	`watch_mode` text,
	`watch_reason` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `library_roots_library` ON `library_roots` (`library_id`,`position`);--> statement-breakpoint
CREATE TABLE `link_targets` (
	`root_id` text NOT NULL,
	`path` text NOT NULL,
	PRIMARY KEY(`root_id`, `path`),
	FOREIGN KEY (`root_id`) REFERENCES `library_roots`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `alternate_titles` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text NOT NULL,
	`label` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `alternate_titles_series` ON `alternate_titles` (`series_id`);--> statement-breakpoint
CREATE TABLE `external_ids` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text NOT NULL,
	`source` text NOT NULL,
	`external_id` text NOT NULL,
	`external_url` text,
	`last_synced_at` integer,
	`metadata_hash` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_ids_source` ON `external_ids` (`series_id`,`source`);--> statement-breakpoint
CREATE INDEX `external_ids_value` ON `external_ids` (`source`,`external_id`);--> statement-breakpoint
CREATE TABLE `external_links` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text NOT NULL,
	`source_name` text NOT NULL,
	`url` text NOT NULL,
	`external_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_links_source` ON `external_links` (`series_id`,`source_name`);--> statement-breakpoint
CREATE TABLE `external_ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text NOT NULL,
	`source_name` text NOT NULL,
	`rating` real NOT NULL,
	`vote_count` integer,
	`fetched_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `external_ratings_source` ON `external_ratings` (`series_id`,`source_name`);--> statement-breakpoint
CREATE TABLE `match_exclusions` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text,
	`book_id` text,
	`provider` text NOT NULL,
	`external_id` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `match_exclusions_series` ON `match_exclusions` (`series_id`,`provider`,`external_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `match_exclusions_book` ON `match_exclusions` (`book_id`,`provider`,`external_id`);--> statement-breakpoint
CREATE TABLE `metadata_change_sets` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text,
	`book_id` text,
	`source` text NOT NULL,
	`user_id` text,
	`run_id` text,
	`external_id` text,
	`changes` text NOT NULL,
	`created_at` integer NOT NULL,
	`undone_at` integer,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `metadata_change_sets_series` ON `metadata_change_sets` (`series_id`,`id`);--> statement-breakpoint
CREATE INDEX `metadata_change_sets_book` ON `metadata_change_sets` (`book_id`,`id`);--> statement-breakpoint
CREATE INDEX `metadata_change_sets_user` ON `metadata_change_sets` (`user_id`);--> statement-breakpoint
CREATE INDEX `metadata_change_sets_run` ON `metadata_change_sets` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `metadata_change_sets_created` ON `metadata_change_sets` (`created_at`);--> statement-breakpoint
CREATE TABLE `metadata_offers` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text,
	`book_id` text,
	`provider` text NOT NULL,
	`external_id` text NOT NULL,
	`work` text NOT NULL,
	`refused_fields` text,
	`fetched_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `metadata_offers_series` ON `metadata_offers` (`series_id`,`provider`);--> statement-breakpoint
CREATE UNIQUE INDEX `metadata_offers_book` ON `metadata_offers` (`book_id`,`provider`);--> statement-breakpoint
CREATE INDEX `metadata_offers_external` ON `metadata_offers` (`provider`,`external_id`);--> statement-breakpoint
CREATE TABLE `reading_list_books` (
	`list_id` text NOT NULL,
	`item_id` text NOT NULL,
	`position` integer NOT NULL,
	`added_at` integer NOT NULL,
	PRIMARY KEY(`list_id`, `item_id`),
	FOREIGN KEY (`list_id`) REFERENCES `reading_lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`item_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reading_list_books_order` ON `reading_list_books` (`list_id`,`position`);--> statement-breakpoint
CREATE INDEX `reading_list_books_item` ON `reading_list_books` (`item_id`);--> statement-breakpoint
CREATE TABLE `reading_list_groups` (
	`list_id` text NOT NULL,
	`group_id` text NOT NULL,
	`can_edit` integer NOT NULL,
	PRIMARY KEY(`list_id`, `group_id`),
	FOREIGN KEY (`list_id`) REFERENCES `reading_lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`group_id`) REFERENCES `access_groups`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reading_list_groups_group` ON `reading_list_groups` (`group_id`);--> statement-breakpoint
CREATE TABLE `reading_list_people` (
	`list_id` text NOT NULL,
	`user_id` text NOT NULL,
	`can_edit` integer NOT NULL,
	PRIMARY KEY(`list_id`, `user_id`),
	FOREIGN KEY (`list_id`) REFERENCES `reading_lists`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reading_list_people_user` ON `reading_list_people` (`user_id`);--> statement-breakpoint
CREATE TABLE `reading_lists` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_id` text,
	`private_to` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`summary` text,
	`sharing` text NOT NULL,
	`ordered` integer NOT NULL,
	`sort` text,
	`condition` text,
	`cover_item_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`private_to`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reading_lists_name` ON `reading_lists` (`owner_id`,`name_key`);--> statement-breakpoint
CREATE INDEX `reading_lists_private` ON `reading_lists` (`private_to`);--> statement-breakpoint
CREATE INDEX `reading_lists_sharing` ON `reading_lists` (`sharing`,`name_key`);--> statement-breakpoint
CREATE TABLE `series_editions` (
	`series_id` text PRIMARY KEY NOT NULL,
	`work_id` text NOT NULL,
	`kind` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_editions_work` ON `series_editions` (`work_id`);--> statement-breakpoint
CREATE TABLE `people` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `people_name` ON `people` (`name_key`);--> statement-breakpoint
CREATE TABLE `series` (
	`n` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`library_id` text NOT NULL,
	`group_key` text NOT NULL,
	`title` text NOT NULL,
	`sort_key` text NOT NULL,
	`publisher` text,
	`status` text,
	`reading_direction` text,
	`age_rating` integer,
	`sharing_set` integer DEFAULT 0 NOT NULL,
	`language` text,
	`year` integer,
	`total_chapter_count` real,
	`total_volume_count` integer,
	`tracked` integer DEFAULT false NOT NULL,
	`has_custom_cover` integer DEFAULT false NOT NULL,
	`selected_cover_source` text DEFAULT 'first_book' NOT NULL,
	`rating` real,
	`book_count` integer DEFAULT 0 NOT NULL,
	`volumes_owned` integer DEFAULT 0 NOT NULL,
	`local_max_chapter` real,
	`local_max_volume` integer,
	`trashed_at` integer,
	`merged_into_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`merged_into_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_id_unique` ON `series` (`id`);--> statement-breakpoint
CREATE INDEX `series_tracked` ON `series` (`tracked`);--> statement-breakpoint
CREATE UNIQUE INDEX `series_group` ON `series` (`library_id`,`group_key`);--> statement-breakpoint
CREATE INDEX `series_sort` ON `series` (`sort_key`,`id`,`library_id`,`trashed_at`,`age_rating`,`sharing_set`);--> statement-breakpoint
CREATE INDEX `series_library_sort` ON `series` (`library_id`,`sort_key`,`id`,`trashed_at`,`age_rating`,`sharing_set`);--> statement-breakpoint
CREATE INDEX `series_created` ON `series` (`created_at`,`id`,`library_id`,`trashed_at`,`age_rating`,`sharing_set`);--> statement-breakpoint
CREATE INDEX `series_updated` ON `series` (`updated_at`,`id`,`library_id`,`trashed_at`,`age_rating`,`sharing_set`);--> statement-breakpoint
CREATE INDEX `series_book_count` ON `series` ("book_count" desc,`sort_key`,`id`,`library_id`,`trashed_at`,`age_rating`,`sharing_set`);--> statement-breakpoint
CREATE INDEX `series_sharing` ON `series` (`sharing_set`) WHERE "series"."sharing_set" <> 0;--> statement-breakpoint
CREATE INDEX `series_merged` ON `series` (`merged_into_id`) WHERE "series"."merged_into_id" is not null;--> statement-breakpoint
CREATE TABLE `series_counts` (
	`library_id` text NOT NULL,
	`age_rating` integer NOT NULL,
	`sharing_set` integer NOT NULL,
	`series_count` integer NOT NULL,
	`book_count` integer NOT NULL,
	PRIMARY KEY(`library_id`, `age_rating`, `sharing_set`),
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `series_metadata` (
	`n` integer PRIMARY KEY NOT NULL,
	`path` text,
	`title_sort` text,
	`summary` text,
	`imprint` text,
	`authors` text,
	`custom_metadata` text,
	`locks` text NOT NULL,
	`sources` text NOT NULL,
	`search` text DEFAULT '' NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`n`) REFERENCES `series`(`n`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `series_people` (
	`series_id` text NOT NULL,
	`person_id` text NOT NULL,
	`role` text NOT NULL,
	`of_series` integer NOT NULL,
	PRIMARY KEY(`series_id`, `person_id`, `role`),
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`person_id`) REFERENCES `people`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `series_people_person` ON `series_people` (`person_id`,`series_id`,`role`);--> statement-breakpoint
CREATE TABLE `series_tracking` (
	`series_id` text PRIMARY KEY NOT NULL,
	`track_chapters` integer DEFAULT true NOT NULL,
	`track_volumes` integer DEFAULT true NOT NULL,
	`latest_known_chapter` real,
	`latest_known_volume` integer,
	`released_chapter` real,
	`released_volume` integer,
	`allowed_groups` text,
	`blocked_groups` text,
	`languages` text,
	`poll_interval_override_s` integer,
	`confidence_threshold_override` real,
	`volume_chapter_map` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `sharing_set_tags` (
	`tag_id` text NOT NULL,
	`set_id` integer NOT NULL,
	PRIMARY KEY(`tag_id`, `set_id`),
	FOREIGN KEY (`tag_id`) REFERENCES `sharing_tags`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`set_id`) REFERENCES `sharing_sets`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `sharing_set_tags_set` ON `sharing_set_tags` (`set_id`,`tag_id`);--> statement-breakpoint
CREATE TABLE `sharing_sets` (
	`id` integer PRIMARY KEY NOT NULL,
	`tag_key` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sharing_sets_key` ON `sharing_sets` (`tag_key`);--> statement-breakpoint
CREATE TABLE `sharing_tags` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sharing_tags_name` ON `sharing_tags` (`name_key`);--> statement-breakpoint
CREATE TABLE `sidecars` (
	`id` text PRIMARY KEY NOT NULL,
	`root_id` text NOT NULL,
	`folder` text NOT NULL,
	`name` text NOT NULL,
	`book` text,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`modified_at_ms` real NOT NULL,
	`media_type` text,
	`width` integer,
	`height` integer,
	`metadata` text,
	`finding` text,
	FOREIGN KEY (`root_id`) REFERENCES `library_roots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sidecars_file` ON `sidecars` (`root_id`,`folder`,`name`);--> statement-breakpoint
CREATE INDEX `sidecars_finding` ON `sidecars` (`id`) WHERE "sidecars"."finding" is not null;--> statement-breakpoint
CREATE TABLE `cbl_choices` (
	`user_id` text NOT NULL,
	`key` text NOT NULL,
	`book_id` text,
	`series_id` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `cbl_choices_book` ON `cbl_choices` (`book_id`);--> statement-breakpoint
CREATE INDEX `cbl_choices_series` ON `cbl_choices` (`series_id`);--> statement-breakpoint
CREATE INDEX `cbl_choices_age` ON `cbl_choices` (`user_id`,`updated_at`);--> statement-breakpoint
CREATE TABLE `reading_list_missing_entries` (
	`id` text PRIMARY KEY NOT NULL,
	`list_id` text NOT NULL,
	`after_book_id` text,
	`place` integer NOT NULL,
	`entry` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`list_id`) REFERENCES `reading_lists`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reading_list_missing_entries_list` ON `reading_list_missing_entries` (`list_id`,`place`);--> statement-breakpoint
CREATE TABLE `connections` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`plugin_id` text,
	`enabled` integer DEFAULT true NOT NULL,
	`auto_sync` integer DEFAULT true NOT NULL,
	`config` text NOT NULL,
	`sealed_tokens` text,
	`expires_at` integer,
	`external_user_id` text,
	`external_username` text,
	`sync_requested_at` integer,
	`last_sync_at` integer,
	`last_success_at` integer,
	`last_error` text,
	`needs_sign_in` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `connections_service` ON `connections` (`user_id`,`service`);--> statement-breakpoint
CREATE INDEX `connections_plugin` ON `connections` (`plugin_id`);--> statement-breakpoint
CREATE TABLE `oauth_states` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`session_id` text NOT NULL,
	`service` text NOT NULL,
	`sealed_verifier` text NOT NULL,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`session_id`) REFERENCES `sessions`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `oauth_states_session` ON `oauth_states` (`session_id`);--> statement-breakpoint
CREATE INDEX `oauth_states_user` ON `oauth_states` (`user_id`);--> statement-breakpoint
CREATE TABLE `grouping_change_books` (
	`change_id` text NOT NULL,
	`book_id` text NOT NULL,
	`from_id` text NOT NULL,
	`to_id` text NOT NULL,
	`was_chosen` integer NOT NULL,
	PRIMARY KEY(`change_id`, `book_id`),
	FOREIGN KEY (`change_id`) REFERENCES `grouping_changes`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `grouping_change_books_book` ON `grouping_change_books` (`book_id`);--> statement-breakpoint
CREATE TABLE `grouping_change_copies` (
	`id` text PRIMARY KEY NOT NULL,
	`change_id` text NOT NULL,
	`kind` text NOT NULL,
	`from_id` text NOT NULL,
	`owner_id` text NOT NULL,
	`key` text,
	FOREIGN KEY (`change_id`) REFERENCES `grouping_changes`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `grouping_change_copies_change` ON `grouping_change_copies` (`change_id`);--> statement-breakpoint
CREATE TABLE `grouping_change_series` (
	`change_id` text NOT NULL,
	`series_id` text NOT NULL,
	`title` text NOT NULL,
	`is_put_away` integer NOT NULL,
	`merged_before` text,
	PRIMARY KEY(`change_id`, `series_id`),
	FOREIGN KEY (`change_id`) REFERENCES `grouping_changes`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `grouping_change_series_series` ON `grouping_change_series` (`series_id`);--> statement-breakpoint
CREATE TABLE `grouping_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text,
	`title` text,
	`book_count` integer NOT NULL,
	`created_by` text,
	`created_at` integer NOT NULL,
	`undone_by` text,
	`undone_at` integer,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`undone_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `grouping_changes_library` ON `grouping_changes` (`library_id`,`created_at`,`id`);--> statement-breakpoint
CREATE INDEX `grouping_changes_created_by` ON `grouping_changes` (`created_by`);--> statement-breakpoint
CREATE INDEX `grouping_changes_undone_by` ON `grouping_changes` (`undone_by`);--> statement-breakpoint
CREATE TABLE `import_facts` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`origin` text NOT NULL,
	`kind` text NOT NULL,
	`user_id` text,
	`item_id` text,
	`added` text NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `import_facts_origin` ON `import_facts` (`origin`);--> statement-breakpoint
CREATE INDEX `import_facts_import` ON `import_facts` (`import_id`,`id`);--> statement-breakpoint
CREATE INDEX `import_facts_user` ON `import_facts` (`user_id`);--> statement-breakpoint
CREATE INDEX `import_facts_item` ON `import_facts` (`item_id`);--> statement-breakpoint
CREATE TABLE `imports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`kind` text NOT NULL,
	`instance` text NOT NULL,
	`version` text NOT NULL,
	`state` text NOT NULL,
	`folders` text NOT NULL,
	`report` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `imports_source` ON `imports` (`kind`,`instance`,`created_at`);--> statement-breakpoint
CREATE INDEX `imports_user` ON `imports` (`user_id`);--> statement-breakpoint
CREATE TABLE `waiting_facts` (
	`id` text PRIMARY KEY NOT NULL,
	`import_id` text NOT NULL,
	`user_id` text,
	`tag_id` text,
	`origin` text NOT NULL,
	`foreign_book_id` text NOT NULL,
	`book` text NOT NULL,
	`value` text NOT NULL,
	`place` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`import_id`) REFERENCES `imports`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`tag_id`) REFERENCES `sharing_tags`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `waiting_facts_origin` ON `waiting_facts` (`origin`);--> statement-breakpoint
CREATE INDEX `waiting_facts_import` ON `waiting_facts` (`import_id`,`foreign_book_id`,`place`);--> statement-breakpoint
CREATE INDEX `waiting_facts_user` ON `waiting_facts` (`user_id`);--> statement-breakpoint
CREATE INDEX `waiting_facts_tag` ON `waiting_facts` (`tag_id`);--> statement-breakpoint
CREATE TABLE `library_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text NOT NULL,
	`name` text NOT NULL,
	`enabled` integer NOT NULL,
	`cron_schedule` text NOT NULL,
	`timezone` text,
	`config` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `library_jobs_library` ON `library_jobs` (`library_id`);--> statement-breakpoint
CREATE TABLE `library_matching` (
	`library_id` text PRIMARY KEY NOT NULL,
	`providers` text,
	`threshold` real,
	`match_new` integer DEFAULT false NOT NULL,
	`prefer_provider_covers` integer DEFAULT false NOT NULL,
	`title_language` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `match_run_items` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`series_id` text,
	`book_id` text,
	`state` text DEFAULT 'waiting' NOT NULL,
	`candidates` text,
	`reason` text,
	`provider` text,
	`external_id` text,
	`changed_fields` integer DEFAULT 0 NOT NULL,
	`cover_id` text,
	FOREIGN KEY (`run_id`) REFERENCES `match_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `match_run_items_run_series` ON `match_run_items` (`run_id`,`series_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `match_run_items_run_book` ON `match_run_items` (`run_id`,`book_id`);--> statement-breakpoint
CREATE INDEX `match_run_items_state` ON `match_run_items` (`run_id`,`state`,`id`);--> statement-breakpoint
CREATE INDEX `match_run_items_series` ON `match_run_items` (`series_id`);--> statement-breakpoint
CREATE INDEX `match_run_items_book` ON `match_run_items` (`book_id`);--> statement-breakpoint
CREATE TABLE `match_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text,
	`user_id` text,
	`provider` text,
	`job_id` text,
	`is_refresh` integer DEFAULT false NOT NULL,
	`includes_books` integer DEFAULT true NOT NULL,
	`cursor` text,
	`state` text DEFAULT 'running' NOT NULL,
	`message` text,
	`created_after` integer,
	`listed_at` integer,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	`undo_requested_at` integer,
	`undone_at` integer,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null,
	FOREIGN KEY (`job_id`) REFERENCES `library_jobs`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `match_runs_library` ON `match_runs` (`library_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `match_runs_user` ON `match_runs` (`user_id`);--> statement-breakpoint
CREATE INDEX `match_runs_job` ON `match_runs` (`job_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `plugin_failures` (
	`id` text PRIMARY KEY NOT NULL,
	`plugin_id` text NOT NULL,
	`code` text NOT NULL,
	`method` text NOT NULL,
	`message` text NOT NULL,
	`is_own` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `plugin_failures_plugin` ON `plugin_failures` (`plugin_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `plugin_libraries` (
	`plugin_id` text NOT NULL,
	`library_id` text NOT NULL,
	PRIMARY KEY(`plugin_id`, `library_id`),
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `plugin_libraries_library` ON `plugin_libraries` (`library_id`);--> statement-breakpoint
CREATE TABLE `plugin_values` (
	`plugin_id` text NOT NULL,
	`owner` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`bytes` integer NOT NULL,
	`expires_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`plugin_id`, `owner`, `key`),
	FOREIGN KEY (`plugin_id`) REFERENCES `plugins`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `plugins` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`display_name` text NOT NULL,
	`description` text,
	`package_name` text,
	`version` text NOT NULL,
	`integrity` text NOT NULL,
	`entry` text NOT NULL,
	`previous` text,
	`manifest` text,
	`enabled` integer DEFAULT false NOT NULL,
	`permissions` text NOT NULL,
	`hosts` text NOT NULL,
	`requested_hosts` text NOT NULL,
	`is_for_all_libraries` integer DEFAULT true NOT NULL,
	`config` text NOT NULL,
	`sealed_credentials` text,
	`is_unconfined_allowed` integer DEFAULT false NOT NULL,
	`request_timeout_seconds` integer,
	`rate_limit_requests_per_minute` integer,
	`disabled_reason` text,
	`last_success_at` integer,
	`last_failure_at` integer,
	`revision` integer DEFAULT 1 NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `plugins_name` ON `plugins` (`name`);--> statement-breakpoint
CREATE TABLE `sync_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`run_id` text NOT NULL,
	`external_id` text NOT NULL,
	`series_id` text,
	`title` text NOT NULL,
	`direction` text NOT NULL,
	`push` text,
	`pull` text,
	`state` text NOT NULL,
	`error` text,
	FOREIGN KEY (`run_id`) REFERENCES `sync_runs`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `sync_changes_run` ON `sync_changes` (`run_id`,`id`);--> statement-breakpoint
CREATE INDEX `sync_changes_series` ON `sync_changes` (`series_id`);--> statement-breakpoint
CREATE TABLE `sync_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`connection_id` text NOT NULL,
	`state` text NOT NULL,
	`pulled` integer DEFAULT 0 NOT NULL,
	`pushed` integer DEFAULT 0 NOT NULL,
	`failed` integer DEFAULT 0 NOT NULL,
	`error` text,
	`created_at` integer NOT NULL,
	`finished_at` integer,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sync_runs_connection` ON `sync_runs` (`connection_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `sync_states` (
	`connection_id` text NOT NULL,
	`external_id` text NOT NULL,
	`base` text NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`connection_id`, `external_id`),
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `outside_recommendations` (
	`connection_id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`items` text NOT NULL,
	`generated_at` integer,
	`tried_at` integer,
	`requested_at` integer,
	`error` text,
	FOREIGN KEY (`connection_id`) REFERENCES `connections`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `outside_recommendations_user` ON `outside_recommendations` (`user_id`);--> statement-breakpoint
CREATE TABLE `recommendation_dismissals` (
	`user_id` text NOT NULL,
	`source` text NOT NULL,
	`external_id` text NOT NULL,
	`title_key` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `source`, `external_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `recommendations` (
	`user_id` text PRIMARY KEY NOT NULL,
	`items` text NOT NULL,
	`generated_at` integer,
	`requested_at` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `release_feeds` (
	`source_id` text NOT NULL,
	`address` text NOT NULL,
	`etag` text,
	`last_modified` text,
	`compared_with` text NOT NULL,
	`listed_at` integer NOT NULL,
	PRIMARY KEY(`source_id`, `address`),
	FOREIGN KEY (`source_id`) REFERENCES `release_sources`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `release_seen` (
	`user_id` text NOT NULL,
	`release_id` text NOT NULL,
	`created_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `release_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`release_id`) REFERENCES `releases`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `release_seen_release` ON `release_seen` (`release_id`);--> statement-breakpoint
CREATE TABLE `release_sources` (
	`id` text PRIMARY KEY NOT NULL,
	`plugin_id` text NOT NULL,
	`source_key` text NOT NULL,
	`display_name` text NOT NULL,
	`kind` text NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`cron_schedule` text,
	`config` text NOT NULL,
	`last_polled_at` integer,
	`last_error` text,
	`last_error_at` integer,
	`last_summary` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`not_before` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `release_sources_key` ON `release_sources` (`plugin_id`,`source_key`);--> statement-breakpoint
CREATE TABLE `releases` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text NOT NULL,
	`source_id` text NOT NULL,
	`external_release_id` text NOT NULL,
	`info_hash` text,
	`title` text NOT NULL,
	`chapters` text NOT NULL,
	`volumes` text NOT NULL,
	`last_chapter` real,
	`last_volume` real,
	`language` text,
	`group_or_uploader` text,
	`payload_url` text NOT NULL,
	`confidence` real NOT NULL,
	`state` text NOT NULL,
	`is_state_manual` integer DEFAULT false NOT NULL,
	`joined_to` text,
	`released_at` integer,
	`observed_at` integer NOT NULL,
	`announced_at` integer,
	`listed_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`source_id`) REFERENCES `release_sources`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `releases_external` ON `releases` (`source_id`,`external_release_id`,`series_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `releases_info_hash` ON `releases` (`info_hash`,`series_id`) WHERE "releases"."info_hash" is not null;--> statement-breakpoint
CREATE INDEX `releases_announced` ON `releases` (`announced_at`);--> statement-breakpoint
CREATE INDEX `releases_state` ON `releases` (`state`,`observed_at`,`id`);--> statement-breakpoint
CREATE INDEX `releases_series` ON `releases` (`series_id`,`state`);--> statement-breakpoint
CREATE INDEX `releases_joined` ON `releases` (`joined_to`);--> statement-breakpoint
CREATE INDEX `releases_source` ON `releases` (`source_id`,`listed_at`);--> statement-breakpoint
CREATE TABLE `series_aliases` (
	`id` text PRIMARY KEY NOT NULL,
	`series_id` text NOT NULL,
	`alias` text NOT NULL,
	`normalized` text NOT NULL,
	`source` text DEFAULT 'manual' NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `series_aliases_name` ON `series_aliases` (`series_id`,`normalized`);--> statement-breakpoint
CREATE INDEX `series_aliases_normalized` ON `series_aliases` (`normalized`);--> statement-breakpoint
CREATE TABLE `copy_merges` (
	`from_id` text PRIMARY KEY NOT NULL,
	`to_id` text NOT NULL,
	`merged_at` integer NOT NULL,
	`is_pending` integer DEFAULT false NOT NULL,
	`merged_fields` text
);
--> statement-breakpoint
CREATE TABLE `ignored_files` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text NOT NULL,
	`root_id` text NOT NULL,
	`relative_path` text NOT NULL,
	`title` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`root_id`) REFERENCES `library_roots`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ignored_files_file` ON `ignored_files` (`root_id`,`relative_path`);--> statement-breakpoint
CREATE INDEX `ignored_files_library` ON `ignored_files` (`library_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `scan_changes` (
	`id` text PRIMARY KEY NOT NULL,
	`scan_id` text NOT NULL,
	`kind` text NOT NULL,
	`book_id` text,
	`series_id` text NOT NULL,
	`title` text NOT NULL,
	`path` text NOT NULL,
	`library_before` text,
	`root_before` text,
	`path_before` text,
	`series_before` text,
	`missing_before` integer,
	`trashed_before` integer,
	`key_before` text,
	`key_after` text,
	`undo` text,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scan_changes_scan` ON `scan_changes` (`scan_id`,`kind`,`id`);--> statement-breakpoint
CREATE INDEX `scan_changes_book` ON `scan_changes` (`book_id`);--> statement-breakpoint
CREATE TABLE `scan_previews` (
	`library_id` text PRIMARY KEY NOT NULL,
	`id` text NOT NULL,
	`mode` text NOT NULL,
	`status` text NOT NULL,
	`result` text,
	`message` text,
	`created_at` integer NOT NULL,
	`completed_at` integer,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `scan_undos` (
	`scan_id` text PRIMARY KEY NOT NULL,
	`status` text NOT NULL,
	`total` integer NOT NULL,
	`done` integer DEFAULT 0 NOT NULL,
	`skipped` integer DEFAULT 0 NOT NULL,
	`message` text,
	`requested_by` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`scan_id`) REFERENCES `scans`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `scan_undos_user` ON `scan_undos` (`requested_by`);--> statement-breakpoint
CREATE TABLE `scans` (
	`id` text PRIMARY KEY NOT NULL,
	`library_id` text NOT NULL,
	`mode` text NOT NULL,
	`trigger` text NOT NULL,
	`status` text NOT NULL,
	`phase` text,
	`current_path` text,
	`files_total` integer DEFAULT 0 NOT NULL,
	`files_processed` integer DEFAULT 0 NOT NULL,
	`added` integer DEFAULT 0 NOT NULL,
	`changed` integer DEFAULT 0 NOT NULL,
	`moved` integer DEFAULT 0 NOT NULL,
	`missing` integer DEFAULT 0 NOT NULL,
	`findings` integer DEFAULT 0 NOT NULL,
	`messages` text,
	`cancel_requested_at` integer,
	`names_before` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `scans_library` ON `scans` (`library_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `purges` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`library_id` text NOT NULL,
	`name` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`books_purged` integer DEFAULT 0 NOT NULL,
	`series_purged` integer DEFAULT 0 NOT NULL,
	`backup` text,
	`message` text,
	`requested_by` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	FOREIGN KEY (`requested_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `purges_library` ON `purges` (`library_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `purges_user` ON `purges` (`requested_by`);--> statement-breakpoint
CREATE TABLE `watch_leases` (
	`name` text PRIMARY KEY NOT NULL,
	`owner` text NOT NULL,
	`held_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `installation` (
	`key` text PRIMARY KEY NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`key` text,
	`payload` text NOT NULL,
	`state` text DEFAULT 'ready' NOT NULL,
	`priority` integer DEFAULT 0 NOT NULL,
	`run_at` integer NOT NULL,
	`again` integer DEFAULT false NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`max_attempts` integer DEFAULT 5 NOT NULL,
	`owner` text,
	`lease_until` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`finished_at` integer
);
--> statement-breakpoint
CREATE INDEX `jobs_ready` ON `jobs` (`kind`,"priority" desc,`run_at`,`id`) WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE INDEX `jobs_lease` ON `jobs` (`lease_until`) WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX `jobs_key` ON `jobs` (`key`) WHERE "jobs"."state" in ('ready', 'running');--> statement-breakpoint
CREATE INDEX `jobs_state` ON `jobs` (`state`,`kind`);--> statement-breakpoint
CREATE INDEX `jobs_finished` ON `jobs` (`finished_at`);--> statement-breakpoint
CREATE TABLE `schedules` (
	`name` text PRIMARY KEY NOT NULL,
	`cron` text NOT NULL,
	`timezone` text,
	`next_at` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `cached_responses` (
	`key` text PRIMARY KEY NOT NULL,
	`provider` text NOT NULL,
	`etag` text,
	`body` text NOT NULL,
	`size` integer NOT NULL,
	`fresh_until` integer NOT NULL,
	`used_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `cached_responses_used` ON `cached_responses` (`used_at`,`key`,`size`);--> statement-breakpoint
CREATE TABLE `provider_rate_limits` (
	`name` text PRIMARY KEY NOT NULL,
	`free_at` integer NOT NULL,
	`blocked_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `feed_addresses` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `feed_addresses_key` ON `feed_addresses` (`key_hash`);--> statement-breakpoint
CREATE INDEX `feed_addresses_user` ON `feed_addresses` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `kobo_books` (
	`device_id` text NOT NULL,
	`book_id` text NOT NULL,
	`sent_version` integer,
	`sent_series` text,
	`sent_cover` text,
	`sent_content` text,
	`revision_id` text,
	`sent_progress_at` integer,
	`batch` integer NOT NULL,
	`received_batch` integer,
	`is_position_only` integer DEFAULT false NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	`is_dismissed` integer DEFAULT false NOT NULL,
	`location` text,
	`location_at` integer,
	PRIMARY KEY(`device_id`, `book_id`),
	FOREIGN KEY (`device_id`) REFERENCES `kobo_devices`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `kobo_books_revision` ON `kobo_books` (`device_id`,`revision_id`);--> statement-breakpoint
CREATE INDEX `kobo_books_batch` ON `kobo_books` (`device_id`,`batch`);--> statement-breakpoint
CREATE TABLE `kobo_devices` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`key_hash` text NOT NULL,
	`library_ids` text,
	`batch` integer DEFAULT 0 NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kobo_devices_key` ON `kobo_devices` (`key_hash`);--> statement-breakpoint
CREATE INDEX `kobo_devices_user` ON `kobo_devices` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `kobo_tags` (
	`device_id` text NOT NULL,
	`list_id` text NOT NULL,
	`sent_version` text,
	`batch` integer NOT NULL,
	`is_removed` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`device_id`, `list_id`),
	FOREIGN KEY (`device_id`) REFERENCES `kobo_devices`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `client_settings` (
	`target` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`user_id` text,
	`allow_unauthorized` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`target`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `client_settings_user` ON `client_settings` (`user_id`);--> statement-breakpoint
CREATE TABLE `koreader_positions` (
	`user_id` text NOT NULL,
	`document` text NOT NULL,
	`progress` text NOT NULL,
	`percentage` real NOT NULL,
	`device` text NOT NULL,
	`device_id` text,
	`received_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `document`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `koreader_positions_oldest` ON `koreader_positions` (`user_id`,`received_at`);--> statement-breakpoint
CREATE TABLE `sync_logins` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`secret_hash` text NOT NULL,
	`last_used_at` integer,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `sync_logins_username` ON `sync_logins` (`username`);--> statement-breakpoint
CREATE INDEX `sync_logins_user` ON `sync_logins` (`user_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `bookmarks` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`page` integer,
	`locator` text,
	`fraction` real NOT NULL,
	`note` text,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bookmarks_of_user` ON `bookmarks` (`user_id`,`book_id`,`fraction`);--> statement-breakpoint
CREATE INDEX `bookmarks_of_book` ON `bookmarks` (`book_id`);--> statement-breakpoint
CREATE TABLE `user_exports` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`export_type` text NOT NULL,
	`format` text NOT NULL,
	`status` text NOT NULL,
	`library_ids` text NOT NULL,
	`fields` text NOT NULL,
	`book_fields` text NOT NULL,
	`rights` text,
	`file_size_bytes` integer,
	`row_count` integer,
	`error` text,
	`created_at` integer NOT NULL,
	`started_at` integer,
	`completed_at` integer,
	`expires_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_exports_user` ON `user_exports` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `user_exports_expiry` ON `user_exports` (`expires_at`);--> statement-breakpoint
CREATE TABLE `highlights` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`locator` text NOT NULL,
	`passage` text NOT NULL,
	`color` text NOT NULL,
	`note` text,
	`fraction` real NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `highlights_of_user` ON `highlights` (`user_id`,`book_id`,`fraction`);--> statement-breakpoint
CREATE INDEX `highlights_of_book` ON `highlights` (`book_id`);--> statement-breakpoint
CREATE TABLE `reading_profiles` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`settings` text NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `reading_profiles_name` ON `reading_profiles` (`user_id`,`name_key`);--> statement-breakpoint
CREATE TABLE `preferences` (
	`user_id` text NOT NULL,
	`target` text NOT NULL,
	`key` text NOT NULL,
	`value` text NOT NULL,
	`library_id` text,
	`series_id` text,
	`book_id` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `target`, `key`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`library_id`) REFERENCES `libraries`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `preferences_library` ON `preferences` (`library_id`);--> statement-breakpoint
CREATE INDEX `preferences_series` ON `preferences` (`series_id`);--> statement-breakpoint
CREATE INDEX `preferences_book` ON `preferences` (`book_id`);--> statement-breakpoint
CREATE TABLE `preserved_items` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`identity` text NOT NULL,
	`kind` text NOT NULL,
	`value` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `preserved_items_identity` ON `preserved_items` (`identity`);--> statement-breakpoint
CREATE INDEX `preserved_items_user` ON `preserved_items` (`user_id`,`kind`);--> statement-breakpoint
CREATE TABLE `preserved_series` (
	`identity` text NOT NULL,
	`series_id` text NOT NULL,
	PRIMARY KEY(`identity`, `series_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `preserved_series_of` ON `preserved_series` (`series_id`);--> statement-breakpoint
CREATE TABLE `reading_marks` (
	`id` text PRIMARY KEY NOT NULL,
	`mark_id` text NOT NULL,
	`user_id` text NOT NULL,
	`changes` text NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reading_marks_user` ON `reading_marks` (`user_id`,`created_at`,`id`);--> statement-breakpoint
CREATE TABLE `book_completions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`pass` integer NOT NULL,
	`started_at` integer NOT NULL,
	`completed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `book_completions_pass` ON `book_completions` (`user_id`,`book_id`,`pass`);--> statement-breakpoint
CREATE INDEX `book_completions_book` ON `book_completions` (`book_id`);--> statement-breakpoint
CREATE INDEX `book_completions_recent` ON `book_completions` (`user_id`,`completed_at`);--> statement-breakpoint
CREATE TABLE `book_progress` (
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`series_id` text NOT NULL,
	`pass` integer DEFAULT 1 NOT NULL,
	`page` integer DEFAULT 0 NOT NULL,
	`fraction` real DEFAULT 0 NOT NULL,
	`locator` text,
	`completed` integer DEFAULT false NOT NULL,
	`completions` integer DEFAULT 0 NOT NULL,
	`started` integer DEFAULT true NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`started_at` integer NOT NULL,
	`last_completed_at` integer,
	`position_at` integer NOT NULL,
	`moved_from` text,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `book_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `book_progress_series` ON `book_progress` (`user_id`,`series_id`,`completions`);--> statement-breakpoint
CREATE INDEX `book_progress_recent` ON `book_progress` (`user_id`,"updated_at" desc,`book_id`);--> statement-breakpoint
CREATE INDEX `book_progress_open` ON `book_progress` (`user_id`,"updated_at" desc,`book_id`) WHERE "book_progress"."started" and not "book_progress"."completed" and not "book_progress"."hidden";--> statement-breakpoint
CREATE INDEX `book_progress_book` ON `book_progress` (`book_id`);--> statement-breakpoint
CREATE INDEX `book_progress_of_series` ON `book_progress` (`series_id`);--> statement-breakpoint
CREATE TABLE `kept_completions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`identity` text NOT NULL,
	`pass` integer NOT NULL,
	`started_at` integer NOT NULL,
	`completed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `kept_completions_pass` ON `kept_completions` (`identity`,`user_id`,`pass`);--> statement-breakpoint
CREATE INDEX `kept_completions_user` ON `kept_completions` (`user_id`);--> statement-breakpoint
CREATE TABLE `kept_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`identity` text NOT NULL,
	`pass` integer NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`page` integer,
	`fraction` real,
	`locator` text,
	`device` text,
	`happened_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `kept_events_identity` ON `kept_events` (`identity`,`user_id`);--> statement-breakpoint
CREATE INDEX `kept_events_user` ON `kept_events` (`user_id`);--> statement-breakpoint
CREATE TABLE `kept_progress` (
	`user_id` text NOT NULL,
	`identity` text NOT NULL,
	`title` text NOT NULL,
	`pass` integer NOT NULL,
	`page` integer NOT NULL,
	`fraction` real NOT NULL,
	`locator` text,
	`completed` integer NOT NULL,
	`started` integer NOT NULL,
	`started_at` integer NOT NULL,
	`position_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `identity`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `kept_progress_identity` ON `kept_progress` (`identity`);--> statement-breakpoint
CREATE TABLE `reading_changes` (
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`since` integer NOT NULL,
	PRIMARY KEY(`user_id`, `book_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reading_changes_book` ON `reading_changes` (`book_id`);--> statement-breakpoint
CREATE TABLE `reading_devices` (
	`user_id` text NOT NULL,
	`device_id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`user_id`, `device_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `reading_events` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`book_id` text NOT NULL,
	`pass` integer NOT NULL,
	`kind` text NOT NULL,
	`origin` text NOT NULL,
	`page` integer,
	`fraction` real,
	`locator` text,
	`device` text,
	`happened_at` integer NOT NULL,
	`created_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `reading_events_book` ON `reading_events` (`book_id`,`user_id`,`pass`);--> statement-breakpoint
CREATE INDEX `reading_events_user` ON `reading_events` (`user_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `reading_events_time` ON `reading_events` (`user_id`,`happened_at`,`id`);--> statement-breakpoint
CREATE INDEX `reading_events_book_time` ON `reading_events` (`book_id`,`user_id`,`happened_at`,`id`);--> statement-breakpoint
CREATE TABLE `series_completions` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`series_id` text NOT NULL,
	`pass` integer NOT NULL,
	`completed_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `series_completions_user` ON `series_completions` (`user_id`,`series_id`,`completed_at`);--> statement-breakpoint
CREATE INDEX `series_completions_of_series` ON `series_completions` (`series_id`);--> statement-breakpoint
CREATE TABLE `series_progress` (
	`user_id` text NOT NULL,
	`series_id` text NOT NULL,
	`books_read` integer DEFAULT 0 NOT NULL,
	`books_in_progress` integer DEFAULT 0 NOT NULL,
	`read_count` integer DEFAULT 0 NOT NULL,
	`last_read_at` integer,
	`last_completed_at` integer,
	`updated_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `series_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `series_progress_recent` ON `series_progress` (`user_id`,"last_read_at" desc,`series_id`);--> statement-breakpoint
CREATE INDEX `series_progress_of_series` ON `series_progress` (`series_id`);--> statement-breakpoint
CREATE TABLE `waiting_positions` (
	`user_id` text NOT NULL,
	`document` text NOT NULL,
	`page` integer,
	`fraction` real NOT NULL,
	`device` text,
	`happened_at` integer NOT NULL,
	PRIMARY KEY(`user_id`, `document`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `waiting_positions_document` ON `waiting_positions` (`document`);--> statement-breakpoint
CREATE TABLE `ratings` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`series_id` text,
	`book_id` text,
	`rating` integer,
	`note` text,
	`favorite` integer DEFAULT false NOT NULL,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_series` ON `ratings` (`user_id`,`series_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `ratings_book` ON `ratings` (`user_id`,`book_id`);--> statement-breakpoint
CREATE INDEX `ratings_of_series` ON `ratings` (`series_id`,`rating`);--> statement-breakpoint
CREATE INDEX `ratings_of_book` ON `ratings` (`book_id`,`rating`);--> statement-breakpoint
CREATE TABLE `reading_sessions` (
	`user_id` text NOT NULL,
	`id` text NOT NULL,
	`book_id` text NOT NULL,
	`origin` text NOT NULL,
	`device_id` text,
	`started_ms` integer NOT NULL,
	`ended_ms` integer NOT NULL,
	`active_ms` integer,
	`pages` integer,
	`counted` integer NOT NULL,
	PRIMARY KEY(`user_id`, `id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `reading_sessions_time` ON `reading_sessions` (`user_id`,`started_ms`);--> statement-breakpoint
CREATE INDEX `reading_sessions_of_book` ON `reading_sessions` (`book_id`,`user_id`,`started_ms`);--> statement-breakpoint
CREATE TABLE `want_to_read` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`series_id` text,
	`book_id` text,
	`position` integer NOT NULL,
	`added_at` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`series_id`) REFERENCES `series`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`book_id`) REFERENCES `books`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `want_to_read_series` ON `want_to_read` (`user_id`,`series_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `want_to_read_book` ON `want_to_read` (`user_id`,`book_id`);--> statement-breakpoint
CREATE INDEX `want_to_read_order` ON `want_to_read` (`user_id`,`position`);--> statement-breakpoint
CREATE INDEX `want_to_read_of_series` ON `want_to_read` (`series_id`);--> statement-breakpoint
CREATE INDEX `want_to_read_of_book` ON `want_to_read` (`book_id`);
-- Written by hand, because drizzle-kit cannot express it:
CREATE VIRTUAL TABLE series_fts USING fts5(search, content='series_metadata', content_rowid='n', tokenize='ascii', detail='none', prefix='2 3');
INSERT INTO series_fts(series_fts, rank) VALUES('automerge', 0);
INSERT INTO series_fts(series_fts, rank) VALUES('crisismerge', 1000);
CREATE TRIGGER series_fts_insert AFTER INSERT ON series_metadata BEGIN
  INSERT INTO series_fts(rowid, search) VALUES (new.n, new.search);
END;
CREATE TRIGGER series_fts_delete AFTER DELETE ON series_metadata BEGIN
  INSERT INTO series_fts(series_fts, rowid, search) VALUES('delete', old.n, old.search);
END;
CREATE TRIGGER series_fts_update AFTER UPDATE OF search ON series_metadata WHEN old.search <> new.search BEGIN
  INSERT INTO series_fts(series_fts, rowid, search) VALUES('delete', old.n, old.search);
  INSERT INTO series_fts(rowid, search) VALUES (new.n, new.search);
END;

CREATE VIRTUAL TABLE books_fts USING fts5(search, content='book_metadata', content_rowid='n', tokenize='ascii', detail='none', prefix='2 3');
INSERT INTO books_fts(books_fts, rank) VALUES('automerge', 0);
INSERT INTO books_fts(books_fts, rank) VALUES('crisismerge', 1000);
CREATE TRIGGER books_fts_insert AFTER INSERT ON book_metadata BEGIN
  INSERT INTO books_fts(rowid, search) VALUES (new.n, new.search);
END;
CREATE TRIGGER books_fts_delete AFTER DELETE ON book_metadata BEGIN
  INSERT INTO books_fts(books_fts, rowid, search) VALUES('delete', old.n, old.search);
END;
CREATE TRIGGER books_fts_update AFTER UPDATE OF search ON book_metadata WHEN old.search <> new.search BEGIN
  INSERT INTO books_fts(books_fts, rowid, search) VALUES('delete', old.n, old.search);
  INSERT INTO books_fts(rowid, search) VALUES (new.n, new.search);
END;

CREATE TRIGGER series_counts_insert AFTER INSERT ON series BEGIN
  INSERT INTO series_counts (library_id, age_rating, sharing_set, series_count, book_count)
    SELECT new.library_id, coalesce(new.age_rating, -1), new.sharing_set, 1, new.book_count WHERE new.trashed_at IS NULL
    ON CONFLICT (library_id, age_rating, sharing_set) DO UPDATE
    SET series_count = series_counts.series_count + 1, book_count = series_counts.book_count + excluded.book_count;
END;
CREATE TRIGGER series_counts_delete AFTER DELETE ON series BEGIN
  UPDATE series_counts SET series_count = series_count - 1, book_count = book_count - old.book_count
    WHERE old.trashed_at IS NULL AND library_id = old.library_id and age_rating = coalesce(old.age_rating, -1) and sharing_set = old.sharing_set;
END;
CREATE TRIGGER series_counts_update AFTER UPDATE OF library_id, age_rating, sharing_set, book_count, trashed_at ON series
WHEN old.library_id IS NOT new.library_id OR old.age_rating IS NOT new.age_rating OR old.sharing_set IS NOT new.sharing_set
  OR old.book_count IS NOT new.book_count OR old.trashed_at IS NOT new.trashed_at BEGIN
  UPDATE series_counts SET series_count = series_count - 1, book_count = book_count - old.book_count
    WHERE old.trashed_at IS NULL AND library_id = old.library_id and age_rating = coalesce(old.age_rating, -1) and sharing_set = old.sharing_set;
  INSERT INTO series_counts (library_id, age_rating, sharing_set, series_count, book_count)
    SELECT new.library_id, coalesce(new.age_rating, -1), new.sharing_set, 1, new.book_count WHERE new.trashed_at IS NULL
    ON CONFLICT (library_id, age_rating, sharing_set) DO UPDATE
    SET series_count = series_counts.series_count + 1, book_count = series_counts.book_count + excluded.book_count;
END;
