CREATE TABLE `thumbnail_shards` (
	`shard` text PRIMARY KEY NOT NULL,
	`checked_mtime_ms` real NOT NULL
);
