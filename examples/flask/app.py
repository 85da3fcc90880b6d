import os

from flask import Flask, request
from UnleashClient import UnleashClient

# The SDK loads all flags in the background and evaluates them locally.
flags = UnleashClient(
    url=os.environ.get("HALYARD_URL", "http://localhost:4242") + "/api",
    app_name="flask-example",
    custom_headers={"Authorization": os.environ["HALYARD_TOKEN"]},
    refresh_interval=5,
)
flags.initialize_client()

app = Flask(__name__)


@app.get("/")
def index():
    is_enabled = flags.is_enabled("new-checkout", {"userId": request.args.get("user")})
    return f"new-checkout: {str(is_enabled).lower()}\n"


if __name__ == "__main__":
    app.run(port=int(os.environ.get("PORT", "3000")))
