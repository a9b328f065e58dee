"""Settings, read from environment variables: `dev` (script/play), `test`, `prod`; all of them start from `base`."""
