CREATE TABLE "access_groups" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text,
	"library_ids" jsonb,
	"age_limit" integer,
	"hides_unrated" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_mappings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"group_id" uuid NOT NULL,
	"oidc_group_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"group_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "group_members_group_id_user_id_pk" PRIMARY KEY("group_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "group_tag_grants" (
	"group_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "group_tag_grants_group_id_tag_id_pk" PRIMARY KEY("group_id","tag_id")
);
--> statement-breakpoint
CREATE TABLE "user_tag_grants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"tag_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_prefix" text NOT NULL,
	"secret_hash" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"user_id" uuid,
	"username" text,
	"proof" text NOT NULL,
	"address" text,
	"target_kind" text,
	"target_id" text,
	"target_name" text,
	"changes" jsonb NOT NULL,
	"count" integer DEFAULT 1 NOT NULL,
	"fold_key" text
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"role" text NOT NULL,
	"library_ids" jsonb,
	"age_limit" integer,
	"hides_unrated" boolean DEFAULT false NOT NULL,
	"access_group_ids" jsonb NOT NULL,
	"max_uses" integer NOT NULL,
	"used_count" integer DEFAULT 0 NOT NULL,
	"created_by_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oidc_sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"subject" text NOT NULL,
	"sid" text,
	"sealed_id_token" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_identities" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"label" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"is_backed_up" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "device_accounts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"device_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"user_agent" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ended_signed_sessions" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"ended_ids" jsonb NOT NULL,
	"ended_up_to" text
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"replaced_at" timestamp (3) with time zone,
	"successor_salt" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"cookie_hash" text,
	"is_by_pin" boolean DEFAULT false NOT NULL,
	"user_agent" text,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "user_pins" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"pin_hash" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "login_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failed_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "login_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "setup_tokens" (
	"hash" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"sealed_secret" text NOT NULL,
	"enabled_at" timestamp (3) with time zone,
	"last_counter" integer DEFAULT 0 NOT NULL,
	"recovery_hashes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"username_key" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"verified_email_key" text,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"library_ids" jsonb,
	"age_limit" integer,
	"hides_unrated" boolean DEFAULT false NOT NULL,
	"restrictions" jsonb,
	"is_active" boolean DEFAULT true NOT NULL,
	"has_two_factor" boolean DEFAULT false NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_channels" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"sealed_target" text NOT NULL,
	"news_kinds" jsonb NOT NULL,
	"frequency" text NOT NULL,
	"quiet_from" integer,
	"quiet_until" integer,
	"enabled" boolean DEFAULT true NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"code_until" timestamp (3) with time zone,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"sent_until" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_states" (
	"user_id" uuid NOT NULL,
	"news_id" uuid NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "notification_states_user_id_news_id_pk" PRIMARY KEY("user_id","news_id")
);
--> statement-breakpoint
CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"job_kinds" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "covers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"collection_id" uuid,
	"reading_list_id" uuid,
	"user_id" uuid,
	"source" text NOT NULL,
	"replaced_source" text,
	"is_selected" boolean DEFAULT false NOT NULL,
	"file_name" text NOT NULL,
	"media_type" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thumbnail_shards" (
	"shard" text PRIMARY KEY NOT NULL,
	"checked_mtime_ms" double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE "thumbnails" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"owner_kind" text NOT NULL,
	"shard" text NOT NULL,
	"state" text NOT NULL,
	"deaths" integer DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"color" text,
	"made_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_contents" (
	"n" bigint PRIMARY KEY NOT NULL,
	"media_type" text,
	"pages" jsonb NOT NULL,
	"cover" jsonb,
	"findings" jsonb NOT NULL,
	"file_metadata" jsonb
);
--> statement-breakpoint
CREATE TABLE "book_metadata" (
	"n" bigint PRIMARY KEY NOT NULL,
	"title_sort" text,
	"number" text,
	"authors" jsonb,
	"awards" jsonb,
	"black_and_white" boolean,
	"book_type" text,
	"colorist" text,
	"count" integer,
	"cover_artist" text,
	"custom_metadata" jsonb,
	"details" jsonb,
	"day" integer,
	"edition" text,
	"editor" text,
	"external_ids" jsonb,
	"external_links" jsonb,
	"format_detail" text,
	"genre" text,
	"imprint" text,
	"inker" text,
	"isbns" text,
	"language_iso" text,
	"letterer" text,
	"manga" boolean,
	"month" integer,
	"original_title" text,
	"original_year" integer,
	"penciller" text,
	"publisher" text,
	"series_position" double precision,
	"series_total" integer,
	"subjects" jsonb,
	"subtitle" text,
	"summary" text,
	"translator" text,
	"writer" text,
	"year" integer,
	"locks" jsonb NOT NULL,
	"sources" jsonb NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_paths" (
	"id" uuid PRIMARY KEY NOT NULL,
	"n" bigint NOT NULL,
	"root_id" uuid NOT NULL,
	"relative_path" text NOT NULL,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "books" (
	"n" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "books_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"scanned_series_id" uuid,
	"is_series_chosen" boolean DEFAULT false NOT NULL,
	"library_id" uuid NOT NULL,
	"root_id" uuid NOT NULL,
	"relative_path" text NOT NULL,
	"title" text NOT NULL,
	"sort_key" text COLLATE "C" NOT NULL,
	"volume" integer,
	"volume_end" integer,
	"chapter" double precision,
	"chapter_end" double precision,
	"number_kind" text,
	"number_from" double precision,
	"number_to" double precision,
	"format" text,
	"page_count" integer DEFAULT 0 NOT NULL,
	"size" bigint NOT NULL,
	"modified_at_ms" double precision NOT NULL,
	"fingerprint" text,
	"directory_hash" text,
	"content_hash" text COLLATE "C",
	"partial_md5" text,
	"file_name_md5" text,
	"analyzed_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"finding" text,
	"missing_since" timestamp (3) with time zone,
	"trashed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "books_n_unique" UNIQUE("n")
);
--> statement-breakpoint
CREATE TABLE "collection_groups" (
	"list_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"can_edit" boolean NOT NULL,
	CONSTRAINT "collection_groups_list_id_group_id_pk" PRIMARY KEY("list_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "collection_people" (
	"list_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"can_edit" boolean NOT NULL,
	CONSTRAINT "collection_people_list_id_user_id_pk" PRIMARY KEY("list_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "collection_series" (
	"list_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "collection_series_list_id_item_id_pk" PRIMARY KEY("list_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"private_to" uuid,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"summary" text,
	"sharing" text NOT NULL,
	"ordered" boolean NOT NULL,
	"sort" text,
	"condition" jsonb,
	"cover_item_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "name_rules" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid,
	"match" text NOT NULL,
	"pattern" text NOT NULL,
	"on" text NOT NULL,
	"change" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "duplicate_dismissals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"shared_key" text NOT NULL,
	"dismissed_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "filter_presets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"target" text NOT NULL,
	"library_id" uuid,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"condition" jsonb NOT NULL,
	"query" text,
	"sort" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "genre_counts" (
	"label_id" uuid NOT NULL,
	"library_id" uuid NOT NULL,
	"age_rating" integer DEFAULT -1 NOT NULL,
	"sharing_set" integer DEFAULT 0 NOT NULL,
	"series_count" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "genre_counts_label_id_library_id_age_rating_sharing_set_pk" PRIMARY KEY("label_id","library_id","age_rating","sharing_set")
);
--> statement-breakpoint
CREATE TABLE "genres" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"series_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_genres" (
	"series_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "series_genres_series_id_label_id_pk" PRIMARY KEY("series_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "series_tags" (
	"series_id" uuid NOT NULL,
	"label_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "series_tags_series_id_label_id_pk" PRIMARY KEY("series_id","label_id")
);
--> statement-breakpoint
CREATE TABLE "tag_counts" (
	"label_id" uuid NOT NULL,
	"library_id" uuid NOT NULL,
	"age_rating" integer DEFAULT -1 NOT NULL,
	"sharing_set" integer DEFAULT 0 NOT NULL,
	"series_count" integer NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "tag_counts_label_id_library_id_age_rating_sharing_set_pk" PRIMARY KEY("label_id","library_id","age_rating","sharing_set")
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"series_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "libraries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text,
	"type" text DEFAULT 'mixed' NOT NULL,
	"default_reading_direction" text DEFAULT 'ltr' NOT NULL,
	"allowed_formats" jsonb,
	"excluded_patterns" text,
	"follow_links" boolean DEFAULT false NOT NULL,
	"series_strategy" text DEFAULT 'smart' NOT NULL,
	"series_config" jsonb,
	"book_strategy" text DEFAULT 'smart' NOT NULL,
	"book_config" jsonb,
	"number_strategy" text DEFAULT 'smart' NOT NULL,
	"number_config" jsonb,
	"scanning_enabled" boolean DEFAULT true NOT NULL,
	"cron_schedule" text,
	"cron_timezone" text,
	"scan_mode" text DEFAULT 'normal' NOT NULL,
	"scan_on_start" boolean DEFAULT false NOT NULL,
	"watch" text DEFAULT 'auto' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"state" text DEFAULT 'available' NOT NULL,
	"state_reason" jsonb,
	"state_changed_at" timestamp (3) with time zone,
	"last_scanned_at" timestamp (3) with time zone,
	"trashed_at" timestamp (3) with time zone,
	"series_count" integer DEFAULT 0 NOT NULL,
	"book_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_roots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid NOT NULL,
	"path" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"device" text,
	"mounts" jsonb,
	"signature" text,
	"watch_mode" text,
	"watch_reason" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "link_targets" (
	"root_id" uuid NOT NULL,
	"path" text NOT NULL,
	CONSTRAINT "link_targets_root_id_path_pk" PRIMARY KEY("root_id","path")
);
--> statement-breakpoint
CREATE TABLE "alternate_titles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"label" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "external_ids" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"external_url" text,
	"last_synced_at" timestamp (3) with time zone,
	"metadata_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "external_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"source_name" text NOT NULL,
	"url" text NOT NULL,
	"external_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "external_ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"source_name" text NOT NULL,
	"rating" double precision NOT NULL,
	"vote_count" integer,
	"fetched_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match_exclusions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "metadata_change_sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"source" text NOT NULL,
	"user_id" uuid,
	"run_id" uuid,
	"external_id" text,
	"changes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "metadata_offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"work" jsonb NOT NULL,
	"refused_fields" jsonb,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_list_books" (
	"list_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_list_books_list_id_item_id_pk" PRIMARY KEY("list_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "reading_list_groups" (
	"list_id" uuid NOT NULL,
	"group_id" uuid NOT NULL,
	"can_edit" boolean NOT NULL,
	CONSTRAINT "reading_list_groups_list_id_group_id_pk" PRIMARY KEY("list_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "reading_list_people" (
	"list_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"can_edit" boolean NOT NULL,
	CONSTRAINT "reading_list_people_list_id_user_id_pk" PRIMARY KEY("list_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "reading_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"private_to" uuid,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"summary" text,
	"sharing" text NOT NULL,
	"ordered" boolean NOT NULL,
	"sort" text,
	"condition" jsonb,
	"cover_item_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_editions" (
	"series_id" uuid PRIMARY KEY NOT NULL,
	"work_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "people" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series" (
	"n" bigint GENERATED BY DEFAULT AS IDENTITY (sequence name "series_n_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid NOT NULL,
	"group_key" text NOT NULL,
	"title" text NOT NULL,
	"sort_key" text COLLATE "C" NOT NULL,
	"publisher" text,
	"status" text,
	"reading_direction" text,
	"age_rating" integer,
	"sharing_set" integer DEFAULT 0 NOT NULL,
	"language" text,
	"year" integer,
	"total_chapter_count" double precision,
	"total_volume_count" integer,
	"tracked" boolean DEFAULT false NOT NULL,
	"has_custom_cover" boolean DEFAULT false NOT NULL,
	"selected_cover_source" text DEFAULT 'first_book' NOT NULL,
	"rating" double precision,
	"book_count" integer DEFAULT 0 NOT NULL,
	"volumes_owned" integer DEFAULT 0 NOT NULL,
	"local_max_chapter" double precision,
	"local_max_volume" integer,
	"trashed_at" timestamp (3) with time zone,
	"merged_into_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "series_n_unique" UNIQUE("n")
);
--> statement-breakpoint
CREATE TABLE "series_counts" (
	"library_id" uuid NOT NULL,
	"age_rating" integer NOT NULL,
	"sharing_set" integer NOT NULL,
	"series_count" integer NOT NULL,
	"book_count" integer NOT NULL,
	CONSTRAINT "series_counts_library_id_age_rating_sharing_set_pk" PRIMARY KEY("library_id","age_rating","sharing_set")
);
--> statement-breakpoint
CREATE TABLE "series_metadata" (
	"n" bigint PRIMARY KEY NOT NULL,
	"path" text,
	"title_sort" text,
	"summary" text,
	"imprint" text,
	"authors" jsonb,
	"custom_metadata" jsonb,
	"locks" jsonb NOT NULL,
	"sources" jsonb NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_people" (
	"series_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"role" text NOT NULL,
	"of_series" boolean NOT NULL,
	CONSTRAINT "series_people_series_id_person_id_role_pk" PRIMARY KEY("series_id","person_id","role")
);
--> statement-breakpoint
CREATE TABLE "series_tracking" (
	"series_id" uuid PRIMARY KEY NOT NULL,
	"track_chapters" boolean DEFAULT true NOT NULL,
	"track_volumes" boolean DEFAULT true NOT NULL,
	"latest_known_chapter" double precision,
	"latest_known_volume" integer,
	"released_chapter" double precision,
	"released_volume" integer,
	"allowed_groups" jsonb,
	"blocked_groups" jsonb,
	"languages" jsonb,
	"poll_interval_override_s" integer,
	"confidence_threshold_override" double precision,
	"volume_chapter_map" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sharing_set_tags" (
	"tag_id" uuid NOT NULL,
	"set_id" integer NOT NULL,
	CONSTRAINT "sharing_set_tags_tag_id_set_id_pk" PRIMARY KEY("tag_id","set_id")
);
--> statement-breakpoint
CREATE TABLE "sharing_sets" (
	"id" integer PRIMARY KEY NOT NULL,
	"tag_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sharing_tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"description" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sidecars" (
	"id" uuid PRIMARY KEY NOT NULL,
	"root_id" uuid NOT NULL,
	"folder" text NOT NULL,
	"name" text NOT NULL,
	"book" text,
	"kind" text NOT NULL,
	"size" bigint NOT NULL,
	"modified_at_ms" double precision NOT NULL,
	"media_type" text,
	"width" integer,
	"height" integer,
	"metadata" jsonb,
	"finding" jsonb
);
--> statement-breakpoint
CREATE TABLE "cbl_choices" (
	"user_id" uuid NOT NULL,
	"key" text COLLATE "C" NOT NULL,
	"book_id" uuid,
	"series_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "cbl_choices_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "reading_list_missing_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"list_id" uuid NOT NULL,
	"after_book_id" uuid,
	"place" integer NOT NULL,
	"entry" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"service" text NOT NULL,
	"plugin_id" uuid,
	"enabled" boolean DEFAULT true NOT NULL,
	"auto_sync" boolean DEFAULT true NOT NULL,
	"config" jsonb NOT NULL,
	"sealed_tokens" text,
	"expires_at" timestamp (3) with time zone,
	"external_user_id" text,
	"external_username" text,
	"sync_requested_at" timestamp (3) with time zone,
	"last_sync_at" timestamp (3) with time zone,
	"last_success_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"needs_sign_in" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "oauth_states" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"service" text NOT NULL,
	"sealed_verifier" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "grouping_change_books" (
	"change_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"to_id" uuid NOT NULL,
	"was_chosen" boolean NOT NULL,
	CONSTRAINT "grouping_change_books_change_id_book_id_pk" PRIMARY KEY("change_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "grouping_change_copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"change_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"from_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"key" text
);
--> statement-breakpoint
CREATE TABLE "grouping_change_series" (
	"change_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"title" text NOT NULL,
	"is_put_away" boolean NOT NULL,
	"merged_before" uuid,
	CONSTRAINT "grouping_change_series_change_id_series_id_pk" PRIMARY KEY("change_id","series_id")
);
--> statement-breakpoint
CREATE TABLE "grouping_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"target_id" uuid,
	"title" text,
	"book_count" integer NOT NULL,
	"created_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"undone_by" uuid,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "import_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"origin" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"item_id" uuid,
	"added" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"kind" text NOT NULL,
	"instance" text NOT NULL,
	"version" text NOT NULL,
	"state" text NOT NULL,
	"folders" jsonb NOT NULL,
	"report" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "waiting_facts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"import_id" uuid NOT NULL,
	"user_id" uuid,
	"tag_id" uuid,
	"origin" text COLLATE "C" NOT NULL,
	"foreign_book_id" text NOT NULL,
	"book" jsonb NOT NULL,
	"value" jsonb NOT NULL,
	"place" integer NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"cron_schedule" text NOT NULL,
	"timezone" text,
	"config" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_matching" (
	"library_id" uuid PRIMARY KEY NOT NULL,
	"providers" jsonb,
	"threshold" double precision,
	"match_new" boolean DEFAULT false NOT NULL,
	"prefer_provider_covers" boolean DEFAULT false NOT NULL,
	"title_language" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "match_run_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"candidates" jsonb,
	"reason" jsonb,
	"provider" text,
	"external_id" text,
	"changed_fields" integer DEFAULT 0 NOT NULL,
	"cover_id" uuid
);
--> statement-breakpoint
CREATE TABLE "match_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid,
	"user_id" uuid,
	"provider" text,
	"job_id" uuid,
	"is_refresh" boolean DEFAULT false NOT NULL,
	"includes_books" boolean DEFAULT true NOT NULL,
	"cursor" uuid,
	"state" text DEFAULT 'running' NOT NULL,
	"message" jsonb,
	"created_after" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"undo_requested_at" timestamp (3) with time zone,
	"undone_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "plugin_failures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plugin_id" uuid NOT NULL,
	"code" text NOT NULL,
	"method" text NOT NULL,
	"message" jsonb NOT NULL,
	"is_own" boolean NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plugin_libraries" (
	"plugin_id" uuid NOT NULL,
	"library_id" uuid NOT NULL,
	CONSTRAINT "plugin_libraries_plugin_id_library_id_pk" PRIMARY KEY("plugin_id","library_id")
);
--> statement-breakpoint
CREATE TABLE "plugin_values" (
	"plugin_id" uuid NOT NULL,
	"owner" text NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"bytes" integer NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "plugin_values_plugin_id_owner_key_pk" PRIMARY KEY("plugin_id","owner","key")
);
--> statement-breakpoint
CREATE TABLE "plugins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"display_name" text NOT NULL,
	"description" text,
	"package_name" text,
	"version" text NOT NULL,
	"integrity" text NOT NULL,
	"entry" text NOT NULL,
	"previous" jsonb,
	"manifest" jsonb,
	"enabled" boolean DEFAULT false NOT NULL,
	"permissions" jsonb NOT NULL,
	"hosts" jsonb NOT NULL,
	"requested_hosts" jsonb NOT NULL,
	"is_for_all_libraries" boolean DEFAULT true NOT NULL,
	"config" jsonb NOT NULL,
	"sealed_credentials" text,
	"is_unconfined_allowed" boolean DEFAULT false NOT NULL,
	"request_timeout_seconds" integer,
	"rate_limit_requests_per_minute" integer,
	"disabled_reason" jsonb,
	"last_success_at" timestamp (3) with time zone,
	"last_failure_at" timestamp (3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sync_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"series_id" uuid,
	"title" text NOT NULL,
	"direction" text NOT NULL,
	"push" jsonb,
	"pull" jsonb,
	"state" text NOT NULL,
	"error" jsonb
);
--> statement-breakpoint
CREATE TABLE "sync_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"connection_id" uuid NOT NULL,
	"state" text NOT NULL,
	"pulled" integer DEFAULT 0 NOT NULL,
	"pushed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sync_states" (
	"connection_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"base" jsonb NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sync_states_connection_id_external_id_pk" PRIMARY KEY("connection_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "outside_recommendations" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"items" jsonb NOT NULL,
	"generated_at" timestamp (3) with time zone,
	"tried_at" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone,
	"error" jsonb
);
--> statement-breakpoint
CREATE TABLE "recommendation_dismissals" (
	"user_id" uuid NOT NULL,
	"source" text NOT NULL,
	"external_id" text NOT NULL,
	"title_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recommendation_dismissals_user_id_source_external_id_pk" PRIMARY KEY("user_id","source","external_id")
);
--> statement-breakpoint
CREATE TABLE "recommendations" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"items" jsonb NOT NULL,
	"generated_at" timestamp (3) with time zone,
	"requested_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "release_feeds" (
	"source_id" uuid NOT NULL,
	"address" text NOT NULL,
	"etag" text,
	"last_modified" text,
	"compared_with" text NOT NULL,
	"listed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_feeds_source_id_address_pk" PRIMARY KEY("source_id","address")
);
--> statement-breakpoint
CREATE TABLE "release_seen" (
	"user_id" uuid NOT NULL,
	"release_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "release_seen_user_id_release_id_pk" PRIMARY KEY("user_id","release_id")
);
--> statement-breakpoint
CREATE TABLE "release_sources" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plugin_id" text NOT NULL,
	"source_key" text NOT NULL,
	"display_name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"cron_schedule" text,
	"config" jsonb NOT NULL,
	"last_polled_at" timestamp (3) with time zone,
	"last_error" jsonb,
	"last_error_at" timestamp (3) with time zone,
	"last_summary" jsonb,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"external_release_id" text NOT NULL,
	"info_hash" text,
	"title" text NOT NULL,
	"chapters" jsonb NOT NULL,
	"volumes" jsonb NOT NULL,
	"last_chapter" double precision,
	"last_volume" double precision,
	"language" text,
	"group_or_uploader" text,
	"payload_url" text NOT NULL,
	"confidence" double precision NOT NULL,
	"state" text NOT NULL,
	"is_state_manual" boolean DEFAULT false NOT NULL,
	"joined_to" uuid,
	"released_at" timestamp (3) with time zone,
	"observed_at" timestamp (3) with time zone NOT NULL,
	"announced_at" timestamp (3) with time zone,
	"listed_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_aliases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series_id" uuid NOT NULL,
	"alias" text NOT NULL,
	"normalized" text NOT NULL,
	"source" text DEFAULT 'manual' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copy_merges" (
	"from_id" uuid PRIMARY KEY NOT NULL,
	"to_id" uuid NOT NULL,
	"merged_at" timestamp (3) with time zone NOT NULL,
	"is_pending" boolean DEFAULT false NOT NULL,
	"merged_fields" jsonb
);
--> statement-breakpoint
CREATE TABLE "ignored_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid NOT NULL,
	"root_id" uuid NOT NULL,
	"relative_path" text NOT NULL,
	"title" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scan_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scan_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"book_id" uuid,
	"series_id" uuid NOT NULL,
	"title" text NOT NULL,
	"path" text NOT NULL,
	"library_before" uuid,
	"root_before" uuid,
	"path_before" text,
	"series_before" uuid,
	"missing_before" timestamp (3) with time zone,
	"trashed_before" timestamp (3) with time zone,
	"key_before" text,
	"key_after" text,
	"undo" text
);
--> statement-breakpoint
CREATE TABLE "scan_previews" (
	"library_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"mode" text NOT NULL,
	"status" text NOT NULL,
	"result" jsonb,
	"message" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scan_undos" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"message" jsonb,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"library_id" uuid NOT NULL,
	"mode" text NOT NULL,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"phase" text,
	"current_path" text,
	"files_total" integer DEFAULT 0 NOT NULL,
	"files_processed" integer DEFAULT 0 NOT NULL,
	"added" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"moved" integer DEFAULT 0 NOT NULL,
	"missing" integer DEFAULT 0 NOT NULL,
	"findings" integer DEFAULT 0 NOT NULL,
	"messages" jsonb,
	"cancel_requested_at" timestamp (3) with time zone,
	"names_before" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "purges" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"library_id" uuid NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"books_purged" integer DEFAULT 0 NOT NULL,
	"series_purged" integer DEFAULT 0 NOT NULL,
	"backup" text,
	"message" jsonb,
	"requested_by" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "watch_leases" (
	"name" text PRIMARY KEY NOT NULL,
	"owner" text NOT NULL,
	"held_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"key" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"run_at" timestamp (3) with time zone NOT NULL,
	"again" boolean DEFAULT false NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"max_attempts" integer DEFAULT 5 NOT NULL,
	"owner" text,
	"lease_until" timestamp (3) with time zone,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "schedules" (
	"name" text PRIMARY KEY NOT NULL,
	"cron" text NOT NULL,
	"timezone" text,
	"next_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cached_responses" (
	"key" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"etag" text,
	"body" text NOT NULL,
	"size" integer NOT NULL,
	"fresh_until" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_rate_limits" (
	"name" text PRIMARY KEY NOT NULL,
	"free_at" bigint NOT NULL,
	"blocked_until" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_addresses" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kobo_books" (
	"device_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"sent_version" timestamp (3) with time zone,
	"sent_series" text,
	"sent_cover" text,
	"sent_content" text,
	"revision_id" uuid,
	"sent_progress_at" timestamp (3) with time zone,
	"batch" integer NOT NULL,
	"received_batch" integer,
	"is_position_only" boolean DEFAULT false NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	"is_dismissed" boolean DEFAULT false NOT NULL,
	"location" jsonb,
	"location_at" timestamp (3) with time zone,
	CONSTRAINT "kobo_books_device_id_book_id_pk" PRIMARY KEY("device_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "kobo_devices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"library_ids" jsonb,
	"batch" integer DEFAULT 0 NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kobo_tags" (
	"device_id" uuid NOT NULL,
	"list_id" uuid NOT NULL,
	"sent_version" text,
	"batch" integer NOT NULL,
	"is_removed" boolean DEFAULT false NOT NULL,
	CONSTRAINT "kobo_tags_device_id_list_id_pk" PRIMARY KEY("device_id","list_id")
);
--> statement-breakpoint
CREATE TABLE "client_settings" (
	"target" text COLLATE "C" NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"user_id" uuid,
	"allow_unauthorized" boolean DEFAULT false NOT NULL,
	CONSTRAINT "client_settings_target_key_pk" PRIMARY KEY("target","key")
);
--> statement-breakpoint
CREATE TABLE "koreader_positions" (
	"user_id" uuid NOT NULL,
	"document" text COLLATE "C" NOT NULL,
	"progress" text NOT NULL,
	"percentage" double precision NOT NULL,
	"device" text NOT NULL,
	"device_id" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "koreader_positions_user_id_document_pk" PRIMARY KEY("user_id","document")
);
--> statement-breakpoint
CREATE TABLE "sync_logins" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"username" text COLLATE "C" NOT NULL,
	"secret_hash" text NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bookmarks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"page" integer,
	"locator" jsonb,
	"fraction" double precision NOT NULL,
	"note" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_exports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"export_type" text NOT NULL,
	"format" text NOT NULL,
	"status" text NOT NULL,
	"library_ids" jsonb NOT NULL,
	"fields" jsonb NOT NULL,
	"book_fields" jsonb NOT NULL,
	"rights" text,
	"file_size_bytes" bigint,
	"row_count" integer,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"completed_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "highlights" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"locator" jsonb NOT NULL,
	"passage" text NOT NULL,
	"color" text NOT NULL,
	"note" text,
	"fraction" double precision NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_profiles" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"settings" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preferences" (
	"user_id" uuid NOT NULL,
	"target" text COLLATE "C" NOT NULL,
	"key" text NOT NULL,
	"value" jsonb NOT NULL,
	"library_id" uuid,
	"series_id" uuid,
	"book_id" uuid,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "preferences_user_id_target_key_pk" PRIMARY KEY("user_id","target","key")
);
--> statement-breakpoint
CREATE TABLE "preserved_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"identity" text COLLATE "C" NOT NULL,
	"kind" text NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "preserved_series" (
	"identity" text COLLATE "C" NOT NULL,
	"series_id" uuid NOT NULL,
	CONSTRAINT "preserved_series_identity_series_id_pk" PRIMARY KEY("identity","series_id")
);
--> statement-breakpoint
CREATE TABLE "reading_marks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"mark_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"changes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_completions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"pass" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "book_progress" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"pass" integer DEFAULT 1 NOT NULL,
	"page" integer DEFAULT 0 NOT NULL,
	"fraction" double precision DEFAULT 0 NOT NULL,
	"locator" jsonb,
	"completed" boolean DEFAULT false NOT NULL,
	"completions" integer DEFAULT 0 NOT NULL,
	"started" boolean DEFAULT true NOT NULL,
	"hidden" boolean DEFAULT false NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"last_completed_at" timestamp (3) with time zone,
	"position_at" timestamp (3) with time zone NOT NULL,
	"moved_from" jsonb,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "book_progress_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "kept_completions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"identity" text COLLATE "C" NOT NULL,
	"pass" integer NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"identity" text COLLATE "C" NOT NULL,
	"pass" integer NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"page" integer,
	"fraction" double precision,
	"locator" jsonb,
	"device" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kept_progress" (
	"user_id" uuid NOT NULL,
	"identity" text COLLATE "C" NOT NULL,
	"title" text NOT NULL,
	"pass" integer NOT NULL,
	"page" integer NOT NULL,
	"fraction" double precision NOT NULL,
	"locator" jsonb,
	"completed" boolean NOT NULL,
	"started" boolean NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"position_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "kept_progress_user_id_identity_pk" PRIMARY KEY("user_id","identity")
);
--> statement-breakpoint
CREATE TABLE "reading_changes" (
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reading_changes_user_id_book_id_pk" PRIMARY KEY("user_id","book_id")
);
--> statement-breakpoint
CREATE TABLE "reading_devices" (
	"user_id" uuid NOT NULL,
	"device_id" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "reading_devices_user_id_device_id_pk" PRIMARY KEY("user_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "reading_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"pass" integer NOT NULL,
	"kind" text NOT NULL,
	"origin" text NOT NULL,
	"page" integer,
	"fraction" double precision,
	"locator" jsonb,
	"device" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_completions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"pass" integer NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "series_progress" (
	"user_id" uuid NOT NULL,
	"series_id" uuid NOT NULL,
	"books_read" integer DEFAULT 0 NOT NULL,
	"books_in_progress" integer DEFAULT 0 NOT NULL,
	"read_count" integer DEFAULT 0 NOT NULL,
	"last_read_at" timestamp (3) with time zone,
	"last_completed_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "series_progress_user_id_series_id_pk" PRIMARY KEY("user_id","series_id")
);
--> statement-breakpoint
CREATE TABLE "waiting_positions" (
	"user_id" uuid NOT NULL,
	"document" text COLLATE "C" NOT NULL,
	"page" integer,
	"fraction" double precision NOT NULL,
	"device" text,
	"happened_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "waiting_positions_user_id_document_pk" PRIMARY KEY("user_id","document")
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"rating" integer,
	"note" text,
	"favorite" boolean DEFAULT false NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reading_sessions" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"book_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"device_id" text,
	"started_ms" bigint NOT NULL,
	"ended_ms" bigint NOT NULL,
	"active_ms" bigint,
	"pages" integer,
	"counted" boolean NOT NULL,
	CONSTRAINT "reading_sessions_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "want_to_read" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"series_id" uuid,
	"book_id" uuid,
	"position" integer NOT NULL,
	"added_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "group_mappings" ADD CONSTRAINT "group_mappings_group_id_access_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."access_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_id_access_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."access_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_tag_grants" ADD CONSTRAINT "group_tag_grants_group_id_access_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."access_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_tag_grants" ADD CONSTRAINT "group_tag_grants_tag_id_sharing_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."sharing_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tag_grants" ADD CONSTRAINT "user_tag_grants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_tag_grants" ADD CONSTRAINT "user_tag_grants_tag_id_sharing_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."sharing_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_id_users_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oidc_sessions" ADD CONSTRAINT "oidc_sessions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_accounts" ADD CONSTRAINT "device_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ended_signed_sessions" ADD CONSTRAINT "ended_signed_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_pins" ADD CONSTRAINT "user_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "login_links" ADD CONSTRAINT "login_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_channels" ADD CONSTRAINT "notification_channels_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_codes" ADD CONSTRAINT "notification_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_states" ADD CONSTRAINT "notification_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_reading_list_id_reading_lists_id_fk" FOREIGN KEY ("reading_list_id") REFERENCES "public"."reading_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "covers" ADD CONSTRAINT "covers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_contents" ADD CONSTRAINT "book_contents_n_books_n_fk" FOREIGN KEY ("n") REFERENCES "public"."books"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_metadata" ADD CONSTRAINT "book_metadata_n_books_n_fk" FOREIGN KEY ("n") REFERENCES "public"."books"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_paths" ADD CONSTRAINT "book_paths_n_books_n_fk" FOREIGN KEY ("n") REFERENCES "public"."books"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_scanned_series_id_series_id_fk" FOREIGN KEY ("scanned_series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "books" ADD CONSTRAINT "books_root_id_library_roots_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."library_roots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_groups" ADD CONSTRAINT "collection_groups_list_id_collections_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_groups" ADD CONSTRAINT "collection_groups_group_id_access_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."access_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_people" ADD CONSTRAINT "collection_people_list_id_collections_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_people" ADD CONSTRAINT "collection_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_series" ADD CONSTRAINT "collection_series_list_id_collections_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_series" ADD CONSTRAINT "collection_series_item_id_series_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collections" ADD CONSTRAINT "collections_private_to_users_id_fk" FOREIGN KEY ("private_to") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "name_rules" ADD CONSTRAINT "name_rules_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "duplicate_dismissals" ADD CONSTRAINT "duplicate_dismissals_dismissed_by_users_id_fk" FOREIGN KEY ("dismissed_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_presets" ADD CONSTRAINT "filter_presets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "filter_presets" ADD CONSTRAINT "filter_presets_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "genre_counts" ADD CONSTRAINT "genre_counts_label_id_genres_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "genre_counts" ADD CONSTRAINT "genre_counts_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_genres" ADD CONSTRAINT "series_genres_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_genres" ADD CONSTRAINT "series_genres_label_id_genres_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."genres"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_tags" ADD CONSTRAINT "series_tags_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_tags" ADD CONSTRAINT "series_tags_label_id_tags_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_label_id_tags_id_fk" FOREIGN KEY ("label_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_counts" ADD CONSTRAINT "tag_counts_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_roots" ADD CONSTRAINT "library_roots_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "link_targets" ADD CONSTRAINT "link_targets_root_id_library_roots_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."library_roots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alternate_titles" ADD CONSTRAINT "alternate_titles_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_ids" ADD CONSTRAINT "external_ids_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_links" ADD CONSTRAINT "external_links_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "external_ratings" ADD CONSTRAINT "external_ratings_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_exclusions" ADD CONSTRAINT "match_exclusions_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_exclusions" ADD CONSTRAINT "match_exclusions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_change_sets" ADD CONSTRAINT "metadata_change_sets_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_change_sets" ADD CONSTRAINT "metadata_change_sets_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_change_sets" ADD CONSTRAINT "metadata_change_sets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_offers" ADD CONSTRAINT "metadata_offers_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "metadata_offers" ADD CONSTRAINT "metadata_offers_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_books" ADD CONSTRAINT "reading_list_books_list_id_reading_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."reading_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_books" ADD CONSTRAINT "reading_list_books_item_id_books_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_groups" ADD CONSTRAINT "reading_list_groups_list_id_reading_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."reading_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_groups" ADD CONSTRAINT "reading_list_groups_group_id_access_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."access_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_people" ADD CONSTRAINT "reading_list_people_list_id_reading_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."reading_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_people" ADD CONSTRAINT "reading_list_people_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_lists" ADD CONSTRAINT "reading_lists_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_lists" ADD CONSTRAINT "reading_lists_private_to_users_id_fk" FOREIGN KEY ("private_to") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_editions" ADD CONSTRAINT "series_editions_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series" ADD CONSTRAINT "series_merged_into_id_series_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_counts" ADD CONSTRAINT "series_counts_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_metadata" ADD CONSTRAINT "series_metadata_n_series_n_fk" FOREIGN KEY ("n") REFERENCES "public"."series"("n") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_people" ADD CONSTRAINT "series_people_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_people" ADD CONSTRAINT "series_people_person_id_people_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."people"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_tracking" ADD CONSTRAINT "series_tracking_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_set_tags" ADD CONSTRAINT "sharing_set_tags_tag_id_sharing_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."sharing_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sharing_set_tags" ADD CONSTRAINT "sharing_set_tags_set_id_sharing_sets_id_fk" FOREIGN KEY ("set_id") REFERENCES "public"."sharing_sets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sidecars" ADD CONSTRAINT "sidecars_root_id_library_roots_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."library_roots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cbl_choices" ADD CONSTRAINT "cbl_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cbl_choices" ADD CONSTRAINT "cbl_choices_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cbl_choices" ADD CONSTRAINT "cbl_choices_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_list_missing_entries" ADD CONSTRAINT "reading_list_missing_entries_list_id_reading_lists_id_fk" FOREIGN KEY ("list_id") REFERENCES "public"."reading_lists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_plugin_id_plugins_id_fk" FOREIGN KEY ("plugin_id") REFERENCES "public"."plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "oauth_states" ADD CONSTRAINT "oauth_states_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_change_books" ADD CONSTRAINT "grouping_change_books_change_id_grouping_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."grouping_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_change_books" ADD CONSTRAINT "grouping_change_books_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_change_copies" ADD CONSTRAINT "grouping_change_copies_change_id_grouping_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."grouping_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_change_series" ADD CONSTRAINT "grouping_change_series_change_id_grouping_changes_id_fk" FOREIGN KEY ("change_id") REFERENCES "public"."grouping_changes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_changes" ADD CONSTRAINT "grouping_changes_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_changes" ADD CONSTRAINT "grouping_changes_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grouping_changes" ADD CONSTRAINT "grouping_changes_undone_by_users_id_fk" FOREIGN KEY ("undone_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_facts" ADD CONSTRAINT "import_facts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "import_facts" ADD CONSTRAINT "import_facts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_facts" ADD CONSTRAINT "waiting_facts_import_id_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."imports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_facts" ADD CONSTRAINT "waiting_facts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_facts" ADD CONSTRAINT "waiting_facts_tag_id_sharing_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."sharing_tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_jobs" ADD CONSTRAINT "library_jobs_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_matching" ADD CONSTRAINT "library_matching_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_run_items" ADD CONSTRAINT "match_run_items_run_id_match_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."match_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_run_items" ADD CONSTRAINT "match_run_items_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_run_items" ADD CONSTRAINT "match_run_items_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_runs" ADD CONSTRAINT "match_runs_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_runs" ADD CONSTRAINT "match_runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_runs" ADD CONSTRAINT "match_runs_job_id_library_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."library_jobs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_failures" ADD CONSTRAINT "plugin_failures_plugin_id_plugins_id_fk" FOREIGN KEY ("plugin_id") REFERENCES "public"."plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_libraries" ADD CONSTRAINT "plugin_libraries_plugin_id_plugins_id_fk" FOREIGN KEY ("plugin_id") REFERENCES "public"."plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_libraries" ADD CONSTRAINT "plugin_libraries_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plugin_values" ADD CONSTRAINT "plugin_values_plugin_id_plugins_id_fk" FOREIGN KEY ("plugin_id") REFERENCES "public"."plugins"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_changes" ADD CONSTRAINT "sync_changes_run_id_sync_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."sync_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_changes" ADD CONSTRAINT "sync_changes_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_runs" ADD CONSTRAINT "sync_runs_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_states" ADD CONSTRAINT "sync_states_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_recommendations" ADD CONSTRAINT "outside_recommendations_connection_id_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."connections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outside_recommendations" ADD CONSTRAINT "outside_recommendations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendation_dismissals" ADD CONSTRAINT "recommendation_dismissals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recommendations" ADD CONSTRAINT "recommendations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_feeds" ADD CONSTRAINT "release_feeds_source_id_release_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."release_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_seen" ADD CONSTRAINT "release_seen_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_seen" ADD CONSTRAINT "release_seen_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_source_id_release_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."release_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_aliases" ADD CONSTRAINT "series_aliases_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_files" ADD CONSTRAINT "ignored_files_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ignored_files" ADD CONSTRAINT "ignored_files_root_id_library_roots_id_fk" FOREIGN KEY ("root_id") REFERENCES "public"."library_roots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_changes" ADD CONSTRAINT "scan_changes_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_previews" ADD CONSTRAINT "scan_previews_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_undos" ADD CONSTRAINT "scan_undos_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_undos" ADD CONSTRAINT "scan_undos_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scans" ADD CONSTRAINT "scans_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purges" ADD CONSTRAINT "purges_requested_by_users_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_addresses" ADD CONSTRAINT "feed_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kobo_books" ADD CONSTRAINT "kobo_books_device_id_kobo_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."kobo_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kobo_devices" ADD CONSTRAINT "kobo_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kobo_tags" ADD CONSTRAINT "kobo_tags_device_id_kobo_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."kobo_devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client_settings" ADD CONSTRAINT "client_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "koreader_positions" ADD CONSTRAINT "koreader_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sync_logins" ADD CONSTRAINT "sync_logins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookmarks" ADD CONSTRAINT "bookmarks_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_exports" ADD CONSTRAINT "user_exports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "highlights" ADD CONSTRAINT "highlights_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "highlights" ADD CONSTRAINT "highlights_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_profiles" ADD CONSTRAINT "reading_profiles_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_library_id_libraries_id_fk" FOREIGN KEY ("library_id") REFERENCES "public"."libraries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preserved_items" ADD CONSTRAINT "preserved_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_marks" ADD CONSTRAINT "reading_marks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_completions" ADD CONSTRAINT "book_completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_completions" ADD CONSTRAINT "book_completions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_progress" ADD CONSTRAINT "book_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_progress" ADD CONSTRAINT "book_progress_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "book_progress" ADD CONSTRAINT "book_progress_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_completions" ADD CONSTRAINT "kept_completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_events" ADD CONSTRAINT "kept_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kept_progress" ADD CONSTRAINT "kept_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_changes" ADD CONSTRAINT "reading_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_changes" ADD CONSTRAINT "reading_changes_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_devices" ADD CONSTRAINT "reading_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_events" ADD CONSTRAINT "reading_events_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_events" ADD CONSTRAINT "reading_events_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_completions" ADD CONSTRAINT "series_completions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_completions" ADD CONSTRAINT "series_completions_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_progress" ADD CONSTRAINT "series_progress_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "series_progress" ADD CONSTRAINT "series_progress_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "waiting_positions" ADD CONSTRAINT "waiting_positions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_sessions" ADD CONSTRAINT "reading_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reading_sessions" ADD CONSTRAINT "reading_sessions_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "want_to_read" ADD CONSTRAINT "want_to_read_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "want_to_read" ADD CONSTRAINT "want_to_read_series_id_series_id_fk" FOREIGN KEY ("series_id") REFERENCES "public"."series"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "want_to_read" ADD CONSTRAINT "want_to_read_book_id_books_id_fk" FOREIGN KEY ("book_id") REFERENCES "public"."books"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "access_groups_name" ON "access_groups" USING btree ("name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "group_mappings_name" ON "group_mappings" USING btree ("group_id","oidc_group_name");--> statement-breakpoint
CREATE INDEX "group_mappings_oidc" ON "group_mappings" USING btree ("oidc_group_name");--> statement-breakpoint
CREATE INDEX "group_members_of_user" ON "group_members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "group_tag_grants_of_tag" ON "group_tag_grants" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "user_tag_grants_tag" ON "user_tag_grants" USING btree ("user_id","tag_id");--> statement-breakpoint
CREATE INDEX "user_tag_grants_of_tag" ON "user_tag_grants" USING btree ("tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_prefix" ON "api_keys" USING btree ("key_prefix");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "audit_entries_at" ON "audit_entries" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_fold" ON "audit_entries" USING btree ("fold_key");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "invitations_created_by" ON "invitations" USING btree ("created_by_id");--> statement-breakpoint
CREATE UNIQUE INDEX "oidc_sessions_session" ON "oidc_sessions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "oidc_sessions_subject" ON "oidc_sessions" USING btree ("provider","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "user_identities_subject" ON "user_identities" USING btree ("issuer","subject");--> statement-breakpoint
CREATE INDEX "user_identities_user" ON "user_identities" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "device_accounts_device" ON "device_accounts" USING btree ("device_hash","user_id");--> statement-breakpoint
CREATE INDEX "device_accounts_user" ON "device_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_cookie" ON "sessions" USING btree ("cookie_hash");--> statement-breakpoint
CREATE INDEX "sessions_expires" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "login_failures_last" ON "login_failures" USING btree ("last_failed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "login_links_user" ON "login_links" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_key" ON "users" USING btree ("username_key");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "users" USING btree ("email_key");--> statement-breakpoint
CREATE INDEX "notification_channels_user" ON "notification_channels" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_codes_user" ON "notification_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notification_states_happened" ON "notification_states" USING btree ("happened_at");--> statement-breakpoint
CREATE INDEX "covers_series" ON "covers" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "covers_book" ON "covers" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "covers_collection" ON "covers" USING btree ("collection_id");--> statement-breakpoint
CREATE INDEX "covers_reading_list" ON "covers" USING btree ("reading_list_id");--> statement-breakpoint
CREATE INDEX "covers_user" ON "covers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "thumbnails_shard" ON "thumbnails" USING btree ("shard","owner_id");--> statement-breakpoint
CREATE INDEX "book_paths_book" ON "book_paths" USING btree ("n","until");--> statement-breakpoint
CREATE UNIQUE INDEX "books_file" ON "books" USING btree ("root_id","relative_path");--> statement-breakpoint
CREATE INDEX "books_series" ON "books" USING btree ("series_id","sort_key","id");--> statement-breakpoint
CREATE INDEX "books_scanned_series" ON "books" USING btree ("scanned_series_id") WHERE "books"."scanned_series_id" is not null;--> statement-breakpoint
CREATE INDEX "books_library_created" ON "books" USING btree ("library_id","created_at","id");--> statement-breakpoint
CREATE INDEX "books_content" ON "books" USING btree ("content_hash") WHERE "books"."content_hash" is not null;--> statement-breakpoint
CREATE INDEX "books_unhashed" ON "books" USING btree ("size","n") WHERE "books"."content_hash" is null;--> statement-breakpoint
CREATE INDEX "books_partial_md5" ON "books" USING btree ("partial_md5") WHERE "books"."partial_md5" is not null;--> statement-breakpoint
CREATE INDEX "books_file_name_md5" ON "books" USING btree ("file_name_md5") WHERE "books"."file_name_md5" is not null;--> statement-breakpoint
CREATE INDEX "books_created" ON "books" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "books_trashed" ON "books" USING btree ("trashed_at","id") WHERE "books"."trashed_at" is not null;--> statement-breakpoint
CREATE INDEX "books_finding" ON "books" USING btree ("finding","id") WHERE "books"."finding" is not null;--> statement-breakpoint
CREATE INDEX "collection_groups_group" ON "collection_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "collection_people_user" ON "collection_people" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "collection_series_order" ON "collection_series" USING btree ("list_id","position");--> statement-breakpoint
CREATE INDEX "collection_series_item" ON "collection_series" USING btree ("item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "collections_name" ON "collections" USING btree ("owner_id","name_key");--> statement-breakpoint
CREATE INDEX "collections_private" ON "collections" USING btree ("private_to");--> statement-breakpoint
CREATE INDEX "collections_sharing" ON "collections" USING btree ("sharing","name_key");--> statement-breakpoint
CREATE INDEX "name_rules_library" ON "name_rules" USING btree ("library_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "duplicate_dismissals_key" ON "duplicate_dismissals" USING btree ("shared_key");--> statement-breakpoint
CREATE INDEX "duplicate_dismissals_user" ON "duplicate_dismissals" USING btree ("dismissed_by");--> statement-breakpoint
CREATE UNIQUE INDEX "filter_presets_name" ON "filter_presets" USING btree ("user_id","target","name_key");--> statement-breakpoint
CREATE INDEX "filter_presets_library" ON "filter_presets" USING btree ("library_id");--> statement-breakpoint
CREATE INDEX "genre_counts_library" ON "genre_counts" USING btree ("library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "genres_name" ON "genres" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "series_genres_label" ON "series_genres" USING btree ("label_id","series_id");--> statement-breakpoint
CREATE INDEX "series_tags_label" ON "series_tags" USING btree ("label_id","series_id");--> statement-breakpoint
CREATE INDEX "tag_counts_library" ON "tag_counts" USING btree ("library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tags_name" ON "tags" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "libraries_name_key" ON "libraries" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "library_roots_library" ON "library_roots" USING btree ("library_id","position");--> statement-breakpoint
CREATE INDEX "alternate_titles_series" ON "alternate_titles" USING btree ("series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "external_ids_source" ON "external_ids" USING btree ("series_id","source");--> statement-breakpoint
CREATE INDEX "external_ids_value" ON "external_ids" USING btree ("source","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "external_links_source" ON "external_links" USING btree ("series_id","source_name");--> statement-breakpoint
CREATE UNIQUE INDEX "external_ratings_source" ON "external_ratings" USING btree ("series_id","source_name");--> statement-breakpoint
CREATE UNIQUE INDEX "match_exclusions_series" ON "match_exclusions" USING btree ("series_id","provider","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "match_exclusions_book" ON "match_exclusions" USING btree ("book_id","provider","external_id");--> statement-breakpoint
CREATE INDEX "metadata_change_sets_series" ON "metadata_change_sets" USING btree ("series_id","id");--> statement-breakpoint
CREATE INDEX "metadata_change_sets_book" ON "metadata_change_sets" USING btree ("book_id","id");--> statement-breakpoint
CREATE INDEX "metadata_change_sets_user" ON "metadata_change_sets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "metadata_change_sets_run" ON "metadata_change_sets" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "metadata_change_sets_created" ON "metadata_change_sets" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "metadata_offers_series" ON "metadata_offers" USING btree ("series_id","provider");--> statement-breakpoint
CREATE UNIQUE INDEX "metadata_offers_book" ON "metadata_offers" USING btree ("book_id","provider");--> statement-breakpoint
CREATE INDEX "metadata_offers_external" ON "metadata_offers" USING btree ("provider","external_id");--> statement-breakpoint
CREATE INDEX "reading_list_books_order" ON "reading_list_books" USING btree ("list_id","position");--> statement-breakpoint
CREATE INDEX "reading_list_books_item" ON "reading_list_books" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "reading_list_groups_group" ON "reading_list_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "reading_list_people_user" ON "reading_list_people" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reading_lists_name" ON "reading_lists" USING btree ("owner_id","name_key");--> statement-breakpoint
CREATE INDEX "reading_lists_private" ON "reading_lists" USING btree ("private_to");--> statement-breakpoint
CREATE INDEX "reading_lists_sharing" ON "reading_lists" USING btree ("sharing","name_key");--> statement-breakpoint
CREATE INDEX "series_editions_work" ON "series_editions" USING btree ("work_id");--> statement-breakpoint
CREATE UNIQUE INDEX "people_name" ON "people" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "series_tracked" ON "series" USING btree ("tracked");--> statement-breakpoint
CREATE UNIQUE INDEX "series_group" ON "series" USING btree ("library_id","group_key");--> statement-breakpoint
CREATE INDEX "series_sort" ON "series" USING btree ("sort_key","id","library_id","trashed_at","age_rating","sharing_set");--> statement-breakpoint
CREATE INDEX "series_library_sort" ON "series" USING btree ("library_id","sort_key","id","trashed_at","age_rating","sharing_set");--> statement-breakpoint
CREATE INDEX "series_created" ON "series" USING btree ("created_at","id","library_id","trashed_at","age_rating","sharing_set");--> statement-breakpoint
CREATE INDEX "series_updated" ON "series" USING btree ("updated_at","id","library_id","trashed_at","age_rating","sharing_set");--> statement-breakpoint
CREATE INDEX "series_book_count" ON "series" USING btree ("book_count" desc nulls last,"sort_key","id","library_id","trashed_at","age_rating","sharing_set");--> statement-breakpoint
CREATE INDEX "series_sharing" ON "series" USING btree ("sharing_set") WHERE "series"."sharing_set" <> 0;--> statement-breakpoint
CREATE INDEX "series_merged" ON "series" USING btree ("merged_into_id") WHERE "series"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "series_people_person" ON "series_people" USING btree ("person_id","series_id","role");--> statement-breakpoint
CREATE INDEX "sharing_set_tags_set" ON "sharing_set_tags" USING btree ("set_id","tag_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sharing_sets_key" ON "sharing_sets" USING btree ("tag_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sharing_tags_name" ON "sharing_tags" USING btree ("name_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sidecars_file" ON "sidecars" USING btree ("root_id","folder","name");--> statement-breakpoint
CREATE INDEX "sidecars_finding" ON "sidecars" USING btree ("id") WHERE "sidecars"."finding" is not null;--> statement-breakpoint
CREATE INDEX "cbl_choices_book" ON "cbl_choices" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "cbl_choices_series" ON "cbl_choices" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "cbl_choices_age" ON "cbl_choices" USING btree ("user_id","updated_at");--> statement-breakpoint
CREATE INDEX "reading_list_missing_entries_list" ON "reading_list_missing_entries" USING btree ("list_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_service" ON "connections" USING btree ("user_id","service");--> statement-breakpoint
CREATE INDEX "connections_plugin" ON "connections" USING btree ("plugin_id");--> statement-breakpoint
CREATE INDEX "oauth_states_session" ON "oauth_states" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "oauth_states_user" ON "oauth_states" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "grouping_change_books_book" ON "grouping_change_books" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "grouping_change_copies_change" ON "grouping_change_copies" USING btree ("change_id");--> statement-breakpoint
CREATE INDEX "grouping_change_series_series" ON "grouping_change_series" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "grouping_changes_library" ON "grouping_changes" USING btree ("library_id","created_at","id");--> statement-breakpoint
CREATE INDEX "grouping_changes_created_by" ON "grouping_changes" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX "grouping_changes_undone_by" ON "grouping_changes" USING btree ("undone_by");--> statement-breakpoint
CREATE UNIQUE INDEX "import_facts_origin" ON "import_facts" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "import_facts_import" ON "import_facts" USING btree ("import_id","id");--> statement-breakpoint
CREATE INDEX "import_facts_user" ON "import_facts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "import_facts_item" ON "import_facts" USING btree ("item_id");--> statement-breakpoint
CREATE INDEX "imports_source" ON "imports" USING btree ("kind","instance","created_at");--> statement-breakpoint
CREATE INDEX "imports_user" ON "imports" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "waiting_facts_origin" ON "waiting_facts" USING btree ("origin");--> statement-breakpoint
CREATE INDEX "waiting_facts_import" ON "waiting_facts" USING btree ("import_id","foreign_book_id","place");--> statement-breakpoint
CREATE INDEX "waiting_facts_user" ON "waiting_facts" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "waiting_facts_tag" ON "waiting_facts" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "library_jobs_library" ON "library_jobs" USING btree ("library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "match_run_items_run_series" ON "match_run_items" USING btree ("run_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "match_run_items_run_book" ON "match_run_items" USING btree ("run_id","book_id");--> statement-breakpoint
CREATE INDEX "match_run_items_state" ON "match_run_items" USING btree ("run_id","state","id");--> statement-breakpoint
CREATE INDEX "match_run_items_series" ON "match_run_items" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "match_run_items_book" ON "match_run_items" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "match_runs_library" ON "match_runs" USING btree ("library_id","created_at");--> statement-breakpoint
CREATE INDEX "match_runs_user" ON "match_runs" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "match_runs_job" ON "match_runs" USING btree ("job_id","created_at");--> statement-breakpoint
CREATE INDEX "plugin_failures_plugin" ON "plugin_failures" USING btree ("plugin_id","created_at");--> statement-breakpoint
CREATE INDEX "plugin_libraries_library" ON "plugin_libraries" USING btree ("library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "plugins_name" ON "plugins" USING btree ("name");--> statement-breakpoint
CREATE INDEX "sync_changes_run" ON "sync_changes" USING btree ("run_id","id");--> statement-breakpoint
CREATE INDEX "sync_changes_series" ON "sync_changes" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "sync_runs_connection" ON "sync_runs" USING btree ("connection_id","created_at");--> statement-breakpoint
CREATE INDEX "outside_recommendations_user" ON "outside_recommendations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "release_seen_release" ON "release_seen" USING btree ("release_id");--> statement-breakpoint
CREATE UNIQUE INDEX "release_sources_key" ON "release_sources" USING btree ("plugin_id","source_key");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_external" ON "releases" USING btree ("source_id","external_release_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_info_hash" ON "releases" USING btree ("info_hash","series_id") WHERE "releases"."info_hash" is not null;--> statement-breakpoint
CREATE INDEX "releases_announced" ON "releases" USING btree ("announced_at");--> statement-breakpoint
CREATE INDEX "releases_state" ON "releases" USING btree ("state","observed_at","id");--> statement-breakpoint
CREATE INDEX "releases_series" ON "releases" USING btree ("series_id","state");--> statement-breakpoint
CREATE INDEX "releases_joined" ON "releases" USING btree ("joined_to");--> statement-breakpoint
CREATE INDEX "releases_source" ON "releases" USING btree ("source_id","listed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "series_aliases_name" ON "series_aliases" USING btree ("series_id","normalized");--> statement-breakpoint
CREATE INDEX "series_aliases_normalized" ON "series_aliases" USING btree ("normalized");--> statement-breakpoint
CREATE UNIQUE INDEX "ignored_files_file" ON "ignored_files" USING btree ("root_id","relative_path");--> statement-breakpoint
CREATE INDEX "ignored_files_library" ON "ignored_files" USING btree ("library_id","created_at");--> statement-breakpoint
CREATE INDEX "scan_changes_scan" ON "scan_changes" USING btree ("scan_id","kind","id");--> statement-breakpoint
CREATE INDEX "scan_changes_book" ON "scan_changes" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "scan_undos_user" ON "scan_undos" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "scans_library" ON "scans" USING btree ("library_id","created_at");--> statement-breakpoint
CREATE INDEX "purges_library" ON "purges" USING btree ("library_id","created_at");--> statement-breakpoint
CREATE INDEX "purges_user" ON "purges" USING btree ("requested_by");--> statement-breakpoint
CREATE INDEX "jobs_ready" ON "jobs" USING btree ("kind","priority" desc,"run_at","id") WHERE "jobs"."state" = 'ready';--> statement-breakpoint
CREATE INDEX "jobs_lease" ON "jobs" USING btree ("lease_until") WHERE "jobs"."state" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_key" ON "jobs" USING btree ("key") WHERE "jobs"."state" in ('ready', 'running');--> statement-breakpoint
CREATE INDEX "jobs_state" ON "jobs" USING btree ("state","kind");--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "cached_responses_used" ON "cached_responses" USING btree ("used_at","key","size");--> statement-breakpoint
CREATE UNIQUE INDEX "feed_addresses_key" ON "feed_addresses" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "feed_addresses_user" ON "feed_addresses" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "kobo_books_revision" ON "kobo_books" USING btree ("device_id","revision_id");--> statement-breakpoint
CREATE INDEX "kobo_books_batch" ON "kobo_books" USING btree ("device_id","batch");--> statement-breakpoint
CREATE UNIQUE INDEX "kobo_devices_key" ON "kobo_devices" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "kobo_devices_user" ON "kobo_devices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "client_settings_user" ON "client_settings" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "koreader_positions_oldest" ON "koreader_positions" USING btree ("user_id","received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sync_logins_username" ON "sync_logins" USING btree ("username");--> statement-breakpoint
CREATE INDEX "sync_logins_user" ON "sync_logins" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "bookmarks_of_user" ON "bookmarks" USING btree ("user_id","book_id","fraction");--> statement-breakpoint
CREATE INDEX "bookmarks_of_book" ON "bookmarks" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "user_exports_user" ON "user_exports" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "user_exports_expiry" ON "user_exports" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "highlights_of_user" ON "highlights" USING btree ("user_id","book_id","fraction");--> statement-breakpoint
CREATE INDEX "highlights_of_book" ON "highlights" USING btree ("book_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reading_profiles_name" ON "reading_profiles" USING btree ("user_id","name_key");--> statement-breakpoint
CREATE INDEX "preferences_library" ON "preferences" USING btree ("library_id");--> statement-breakpoint
CREATE INDEX "preferences_series" ON "preferences" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "preferences_book" ON "preferences" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "preserved_items_identity" ON "preserved_items" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "preserved_items_user" ON "preserved_items" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "preserved_series_of" ON "preserved_series" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "reading_marks_user" ON "reading_marks" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "book_completions_pass" ON "book_completions" USING btree ("user_id","book_id","pass");--> statement-breakpoint
CREATE INDEX "book_completions_book" ON "book_completions" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "book_completions_recent" ON "book_completions" USING btree ("user_id","completed_at");--> statement-breakpoint
CREATE INDEX "book_progress_series" ON "book_progress" USING btree ("user_id","series_id","completions");--> statement-breakpoint
CREATE INDEX "book_progress_recent" ON "book_progress" USING btree ("user_id","updated_at" desc nulls last,"book_id");--> statement-breakpoint
CREATE INDEX "book_progress_open" ON "book_progress" USING btree ("user_id","updated_at" desc nulls last,"book_id") WHERE "book_progress"."started" and not "book_progress"."completed" and not "book_progress"."hidden";--> statement-breakpoint
CREATE INDEX "book_progress_book" ON "book_progress" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "book_progress_of_series" ON "book_progress" USING btree ("series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "kept_completions_pass" ON "kept_completions" USING btree ("identity","user_id","pass");--> statement-breakpoint
CREATE INDEX "kept_completions_user" ON "kept_completions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "kept_events_identity" ON "kept_events" USING btree ("identity","user_id");--> statement-breakpoint
CREATE INDEX "kept_events_user" ON "kept_events" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "kept_progress_identity" ON "kept_progress" USING btree ("identity");--> statement-breakpoint
CREATE INDEX "reading_changes_book" ON "reading_changes" USING btree ("book_id");--> statement-breakpoint
CREATE INDEX "reading_events_book" ON "reading_events" USING btree ("book_id","user_id","pass");--> statement-breakpoint
CREATE INDEX "reading_events_user" ON "reading_events" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "reading_events_time" ON "reading_events" USING btree ("user_id","happened_at","id");--> statement-breakpoint
CREATE INDEX "reading_events_book_time" ON "reading_events" USING btree ("book_id","user_id","happened_at","id");--> statement-breakpoint
CREATE INDEX "series_completions_user" ON "series_completions" USING btree ("user_id","series_id","completed_at");--> statement-breakpoint
CREATE INDEX "series_completions_of_series" ON "series_completions" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "series_progress_recent" ON "series_progress" USING btree ("user_id","last_read_at" desc nulls last,"series_id");--> statement-breakpoint
CREATE INDEX "series_progress_of_series" ON "series_progress" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "waiting_positions_document" ON "waiting_positions" USING btree ("document");--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_series" ON "ratings" USING btree ("user_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ratings_book" ON "ratings" USING btree ("user_id","book_id");--> statement-breakpoint
CREATE INDEX "ratings_of_series" ON "ratings" USING btree ("series_id","rating");--> statement-breakpoint
CREATE INDEX "ratings_of_book" ON "ratings" USING btree ("book_id","rating");--> statement-breakpoint
CREATE INDEX "reading_sessions_time" ON "reading_sessions" USING btree ("user_id","started_ms");--> statement-breakpoint
CREATE INDEX "reading_sessions_of_book" ON "reading_sessions" USING btree ("book_id","user_id","started_ms");--> statement-breakpoint
CREATE UNIQUE INDEX "want_to_read_series" ON "want_to_read" USING btree ("user_id","series_id");--> statement-breakpoint
CREATE UNIQUE INDEX "want_to_read_book" ON "want_to_read" USING btree ("user_id","book_id");--> statement-breakpoint
CREATE INDEX "want_to_read_order" ON "want_to_read" USING btree ("user_id","position");--> statement-breakpoint
CREATE INDEX "want_to_read_of_series" ON "want_to_read" USING btree ("series_id");--> statement-breakpoint
CREATE INDEX "want_to_read_of_book" ON "want_to_read" USING btree ("book_id");
-- Written by hand, because drizzle-kit cannot express it:
CREATE SEQUENCE event_ids;
ALTER TABLE series_metadata ADD search_vector tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(search, ' '), ''))) STORED;
CREATE INDEX series_metadata_search ON series_metadata USING gin (search_vector);
ALTER TABLE book_metadata ADD search_vector tsvector GENERATED ALWAYS AS (array_to_tsvector(array_remove(string_to_array(search, ' '), ''))) STORED;
CREATE INDEX book_metadata_search ON book_metadata USING gin (search_vector);

CREATE FUNCTION count_series() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO series_counts (library_id, age_rating, sharing_set, series_count, book_count)
    SELECT library_id, coalesce(age_rating, -1), sharing_set, count(*), sum(book_count) FROM new_rows WHERE trashed_at IS NULL GROUP BY 1, 2, 3
    ON CONFLICT (library_id, age_rating, sharing_set) DO UPDATE
    SET series_count = series_counts.series_count + excluded.series_count, book_count = series_counts.book_count + excluded.book_count;
  ELSIF TG_OP = 'UPDATE' THEN
    INSERT INTO series_counts (library_id, age_rating, sharing_set, series_count, book_count)
    SELECT library_id, age_rating, sharing_set, sum(series_count), sum(book_count) FROM (
      SELECT library_id, coalesce(age_rating, -1) AS age_rating, sharing_set, 1 AS series_count, book_count FROM new_rows WHERE trashed_at IS NULL
      UNION ALL
      SELECT library_id, coalesce(age_rating, -1), sharing_set, -1, -book_count FROM old_rows WHERE trashed_at IS NULL
    ) AS changes GROUP BY 1, 2, 3 HAVING sum(series_count) <> 0 OR sum(book_count) <> 0
    ON CONFLICT (library_id, age_rating, sharing_set) DO UPDATE
    SET series_count = series_counts.series_count + excluded.series_count, book_count = series_counts.book_count + excluded.book_count;
  ELSE
    UPDATE series_counts SET series_count = series_counts.series_count - gone.series_count, book_count = series_counts.book_count - gone.book_count
    FROM (
      SELECT library_id, coalesce(age_rating, -1) AS age_rating, sharing_set, count(*) AS series_count, sum(book_count) AS book_count
      FROM old_rows WHERE trashed_at IS NULL GROUP BY 1, 2, 3
    ) AS gone
    WHERE series_counts.library_id = gone.library_id AND series_counts.age_rating = gone.age_rating AND series_counts.sharing_set = gone.sharing_set;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER series_counts_insert AFTER INSERT ON series REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_series();
CREATE TRIGGER series_counts_update AFTER UPDATE ON series REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_series();
CREATE TRIGGER series_counts_delete AFTER DELETE ON series REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION count_series();
