# Shortcuts; npm does the work.
.PHONY: build test demo check

node_modules: package-lock.json
	npm ci
	@touch node_modules

# Its last line says which dispatcher was made, and how to get the native one.
build: node_modules
	npm run --silent build

test: node_modules
	npm test

demo: node_modules
	npm run --silent demo

check: node_modules
	npm run check
